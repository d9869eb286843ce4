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

/** What strangers see of a form: initials and subject. */
export function maskContactForm(form: ContactForm): ContactForm {
  return { ...form, name: initialsOf(form.name), email: '', message: '', ip: '', deviceName: '', deviceSerial: '' };
}

export const FEEDBACK_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number];

export interface Feedback extends Origin {
  readonly id: string;
  /** As claimed by the sender; may be empty. */
  readonly userId: string;
  readonly message: string;
  readonly status: FeedbackStatus;
  readonly createdAt: number;
}

export abstract class ContactForms {
  abstract add(form: ContactForm): Promise<void>;
  abstract find(id: string): Promise<ContactForm | undefined>;
  /** Locks the form until the end of the unit of work. */
  abstract lock(id: string): Promise<ContactForm | undefined>;
  /** In the caller's unit of work. */
  abstract setStatus(id: string, status: ContactStatus): Promise<void>;
  abstract list(page: PageRequest): Promise<Page<ContactForm>>;
}

export abstract class FeedbackStore {
  abstract add(feedback: Feedback): Promise<void>;
  /** Newest first; of one status where it is given. */
  abstract list(status: FeedbackStatus | undefined, page: PageRequest): Promise<Page<Feedback>>;
  abstract lock(id: string): Promise<Feedback | undefined>;
  abstract setStatus(id: string, status: FeedbackStatus): Promise<void>;
}

/** How many forms, and how much text, strangers of one network may leave with us in a day. */
@Injectable()
export class FormAllowance {
  constructor(private readonly budgets: Budgets) {}

  /** In the unit of work that stores the form. @throws Failure `abuse.limit_reached` */
  async spend({ ip, ...form }: { readonly ip: string }): Promise<void> {
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

@Injectable()
export class CreateFeedback {
  constructor(
    private readonly feedbackStore: FeedbackStore,
    private readonly allowance: FormAllowance,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns the id. @throws Failure `abuse.limit_reached` */
  execute(feedback: Omit<Feedback, 'id' | 'status' | 'createdAt'>): Promise<string> {
    return this.unitOfWork.run(async () => {
      await this.allowance.spend(feedback);
      const id = newId();
      await this.feedbackStore.add({ ...feedback, id, status: 'pending', createdAt: this.clock.now() });
      return id;
    });
  }
}
