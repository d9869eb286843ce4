/** The device that somebody wrote from, as its client tells, and the address that the request came from. */
export interface Origin {
  readonly ip: string;
  /** Empty where the client gives none. */
  readonly deviceName: string;
  readonly deviceType: string;
  readonly deviceSerial: string;
}

/** What somebody wrote by the contact form. */
export interface ContactForm extends Origin {
  readonly id: string;
  readonly name: string;
  /** Lower-cased. */
  readonly email: string;
  /** What it is about, by which it is passed on; may be empty. */
  readonly subject: string;
  readonly message: string;
  readonly status: 'pending';
  /** Unix ms. */
  readonly createdAt: number;
}

export const FEEDBACK_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number];

/** What somebody thinks of the service. */
export interface Feedback extends Origin {
  readonly id: string;
  /** Who the sender says to be; nobody has proven it. May be empty. */
  readonly userId: string;
  readonly message: string;
  readonly status: FeedbackStatus;
  /** Unix ms. */
  readonly createdAt: number;
}
