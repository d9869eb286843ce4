import { initialsOf } from '../../../kernel/masking.js';

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
