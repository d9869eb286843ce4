import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Outbox } from '../../../kernel/events.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { StaffAlerts } from '../../notifications/index.js';
import type { ContactForm } from '../domain/contact.js';
import { ContactForms } from './ports/contact-forms.js';

@Injectable()
export class CreateContactForm {
  constructor(
    private readonly contactForms: ContactForms,
    private readonly staffAlerts: StaffAlerts,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns the id */
  execute(form: Omit<ContactForm, 'id' | 'status' | 'createdAt'>): Promise<string> {
    return this.unitOfWork.run(async () => {
      const id = newId();
      await this.contactForms.add({ ...form, id, status: 'pending', createdAt: this.clock.now() });
      await this.staffAlerts.add(`New contact form ${id}`);
      await this.outbox.add({ name: 'contact.created', data: { contactId: id } });
      return id;
    });
  }
}
