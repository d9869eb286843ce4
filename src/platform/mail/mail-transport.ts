import type { SendMailOptions } from 'nodemailer';
import type { RenderedMail } from './render-mail.js';

/** A mail as it leaves. */
export interface OutgoingMail extends RenderedMail {
  readonly id: string;
  /** One address, without a name. */
  readonly to: string;
  /** Unix ms when it was written. */
  readonly createdAt: number;
}

/** How mails leave the service. */
export abstract class MailTransport {
  /**
   * Resolves when the other side has taken responsibility for the mail.
   * @throws MailRefused when it never will
   */
  abstract send(mail: OutgoingMail): Promise<void>;
  abstract close(): void;
}

/** The recipient was refused for good: trying again would not help. */
export class MailRefused extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'MailRefused';
  }
}

/** The message for nodemailer; the same mail is the same message each time, so that a receiver may notice a repetition. */
export function composeMessage(mail: OutgoingMail, from: string): SendMailOptions {
  return {
    from,
    // As an object it is taken for one address, whatever characters it has.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${senderDomain(from)}>`,
    date: new Date(mail.createdAt),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** `Harmattan` of `Harmattan <no-reply@example.com>`; the domain where there is no name. */
export function senderName(from: string): string {
  return (
    from
      .replace(/<[^>]*>/, '')
      .replaceAll('"', '')
      .trim() || senderDomain(from)
  );
}

function senderDomain(from: string): string {
  return /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
