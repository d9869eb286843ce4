import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { StaffAlerts } from '../../notifications/index.js';
import type { ContactForm } from '../domain/contact.js';
import { FormAllowance } from './form-allowance.js';
import { ContactForms } from './ports.js';

@Injectable()
export class CreateContactForm {
  constructor(
    private readonly contactForms: ContactForms,
    private readonly allowance: FormAllowance,
    private readonly staffAlerts: StaffAlerts,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns the id. @throws Failure `abuse.limit_reached` */
  execute(form: Omit<ContactForm, 'id' | 'status' | 'createdAt'>): Promise<string> {
    return this.unitOfWork.run(async () => {
      await this.allowance.spend(form);
      const id = newId();
      await this.contactForms.add({ ...form, id, status: 'pending', createdAt: this.clock.now() });
      await this.staffAlerts.add(`New contact form ${id}`);
      await this.outbox.add(domainEvent('contact.created', { contactId: id }));
      return id;
    });
  }
}
