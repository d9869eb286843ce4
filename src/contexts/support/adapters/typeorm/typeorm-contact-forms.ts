import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { rowLock } from '../../../../platform/database/row-lock.js';
import { ContactForms } from '../../application/ports.js';
import type { ContactForm, ContactStatus } from '../../domain/contact.js';
import { ContactFormRow } from './support.rows.js';

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

  async lock(id: string): Promise<ContactForm | undefined> {
    return (await this.rows.findOne({ where: { id }, ...rowLock(this.database) })) ?? undefined;
  }

  async setStatus(id: string, status: ContactStatus): Promise<void> {
    await this.rows.update({ id }, { status });
  }

  list(page: PageRequest): Promise<Page<ContactForm>> {
    return readRowPage(this.rows, {}, page);
  }

  private get rows() {
    return this.database.repository(ContactFormRow);
  }
}
