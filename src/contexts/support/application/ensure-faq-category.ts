import { Injectable } from '@nestjs/common';
import { categoryId, GENERAL_CATEGORY } from '../domain/faq.js';
import { Faqs } from './ports.js';

@Injectable()
export class EnsureFaqCategory {
  constructor(private readonly faqs: Faqs) {}

  /** The id of the category with this name or id, created if missing; in the caller's unit of work. */
  async execute(name: string): Promise<string> {
    const id = categoryId(name) ?? GENERAL_CATEGORY;
    await this.faqs.addCategoryIfMissing(id, name);
    return id;
  }
}
