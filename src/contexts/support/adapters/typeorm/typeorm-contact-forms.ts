import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { type Page, type PageRequest, readPage } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { ContactForms } from '../../application/ports/contact-forms.js';
import type { ContactForm } from '../../domain/contact.js';
import { ContactFormRow } from './contact-form.row.js';

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

@Injectable()
export class TypeormContactForms extends ContactForms {
  constructor(private readonly database: Database) {
    super();
  }

  async add(form: ContactForm): Promise<void> {
    await this.rows.insert({ ...form });
  }

  async find(id: string): Promise<ContactForm | undefined> {
    return (await this.rows.findOneBy({ id })) ?? undefined;
  }

  list(page: PageRequest): Promise<Page<ContactForm>> {
    return readPage(
      page,
      (before, take) =>
        this.rows.find({ where: before === undefined ? {} : { createdAt: LessThan(before) }, order: NEWEST_FIRST, take }),
      (createdAt) => this.rows.find({ where: { createdAt }, order: NEWEST_FIRST }),
    );
  }

  private get rows() {
    return this.database.repository(ContactFormRow);
  }
}
