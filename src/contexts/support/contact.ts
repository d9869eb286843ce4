import { initialsOf } from '../../kernel/masking.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { newId } from '../../kernel/ids.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { StaffAlerts } from '../notifications/index.js';
import { networkOf, siteOf } from '../../kernel/addresses.js';
import { Budgets } from '../../kernel/budgets.js';
import { Failure } from '../../kernel/failure.js';
import { AuditedUnitOfWork, type StaffMember } from '../audit/index.js';
import { supportFailures } from './failures.js';

/** The client's description of its device, and the address of the request. */
export interface Origin {
  readonly ip: string;
  /** May be empty. */
  readonly deviceName: string;
  readonly deviceType: string;
  readonly deviceSerial: string;
}

export const CONTACT_STATUSES = ['pending', 'closed'] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

export interface ContactForm extends Origin {
  readonly id: string;
  readonly name: string;
  /** Lower-cased. */
  readonly email: string;
  /** May be empty. */
  readonly subject: string;
  readonly message: string;
  readonly status: ContactStatus;
  readonly createdAt: number;
}

/** The part of a form that strangers see: initials and subject. */
export function maskContactForm(form: ContactForm): ContactForm {
  return { ...form, name: initialsOf(form.name), email: '', message: '', ip: '', deviceName: '', deviceSerial: '' };
}

export const FEEDBACK_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number];

export interface Feedback extends Origin {
  readonly id: string;
  /** The sender's claim; may be empty. */
  readonly userId: string;
  readonly message: string;
  readonly status: FeedbackStatus;
  readonly createdAt: number;
}

/** Contact forms and feedback. Whoever locks one, or sets its status, is in a unit of work. */
export abstract class ContactStore {
  abstract addForm(form: ContactForm): Promise<void>;
  abstract findForm(id: string): Promise<ContactForm | undefined>;
  abstract lockForm(id: string): Promise<ContactForm | undefined>;
  abstract setFormStatus(id: string, status: ContactStatus): Promise<void>;
  abstract listForms(page: PageRequest): Promise<Page<ContactForm>>;

  abstract addFeedback(feedback: Feedback): Promise<void>;
  abstract lockFeedback(id: string): Promise<Feedback | undefined>;
  abstract setFeedbackStatus(id: string, status: FeedbackStatus): Promise<void>;
  /** Newest first; of one status where it is given. */
  abstract listFeedback(status: FeedbackStatus | undefined, page: PageRequest): Promise<Page<Feedback>>;
}

@Injectable()
export class Contact {
  constructor(
    private readonly store: ContactStore,
    private readonly budgets: Budgets,
    private readonly staffAlerts: StaffAlerts,
    private readonly outbox: Outbox,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns the id. @throws Failure `abuse.limit_reached` */
  createForm(form: Omit<ContactForm, 'id' | 'status' | 'createdAt'>): Promise<string> {
    return this.unitOfWork.run(async () => {
      await this.spend(form);
      const id = newId();
      await this.store.addForm({ ...form, id, status: 'pending', createdAt: this.clock.now() });
      await this.staffAlerts.add(`New contact form ${id}`);
      await this.outbox.add(domainEvent('contact.created', { contactId: id }));
      return id;
    });
  }

  /** @throws Failure `support.no_contact` */
  changeForm(id: string, status: ContactStatus, staff: StaffMember, action: string): Promise<void> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const form = await this.store.lockForm(id);
      if (!form) throw new Failure(supportFailures.no_contact);
      await this.store.setFormStatus(id, status);
      return { subject: `contact:${id}`, before: { status: form.status }, after: { status }, result: undefined };
    });
  }

  /** @returns the id. @throws Failure `abuse.limit_reached` */
  createFeedback(feedback: Omit<Feedback, 'id' | 'status' | 'createdAt'>): Promise<string> {
    return this.unitOfWork.run(async () => {
      await this.spend(feedback);
      const id = newId();
      await this.store.addFeedback({ ...feedback, id, status: 'pending', createdAt: this.clock.now() });
      return id;
    });
  }

  /** @throws Failure `support.feedback_not_found` */
  changeFeedback(id: string, status: FeedbackStatus, staff: StaffMember, action: string): Promise<void> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const feedback = await this.store.lockFeedback(id);
      if (!feedback) throw new Failure(supportFailures.feedback_not_found);
      await this.store.setFeedbackStatus(id, status);
      return { subject: `feedback:${id}`, before: { status: feedback.status }, after: { status }, result: undefined };
    });
  }

  /** Strangers of one network may leave so many forms, and so much text, with us in a day. */
  private async spend({ ip, ...form }: { readonly ip: string }): Promise<void> {
    const [network, site] = [networkOf(ip), siteOf(ip)];
    const texts = Object.values(form).filter((value) => typeof value === 'string');
    const bytes = Math.max(1, Buffer.byteLength(texts.join('')));
    await this.budgets.spend('contact_forms', network);
    await this.budgets.spend('contact_bytes', network, bytes);
    if (site === undefined) return;
    await this.budgets.spend('site_contact_forms', site);
    await this.budgets.spend('site_contact_bytes', site, bytes);
  }
}
