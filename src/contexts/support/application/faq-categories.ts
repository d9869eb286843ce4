import { Injectable } from '@nestjs/common';
import { categoryId, GENERAL_CATEGORY } from '../domain/faq.js';
import { Faqs } from './ports/faqs.js';

/** Staff make a category by using it. */
@Injectable()
export class FaqCategories {
  constructor(private readonly faqs: Faqs) {}

  /** The id of the category of this name or id, which is made if it is not there; in the caller's unit of work. */
  async idOf(name: string): Promise<string> {
    const id = categoryId(name) ?? GENERAL_CATEGORY;
    await this.faqs.openCategory(id, name);
    return id;
  }
}
