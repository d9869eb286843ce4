import type { SendMailOptions } from 'nodemailer';
import type { RenderedMail } from './render-mail.js';

export interface OutgoingMail extends RenderedMail {
  readonly id: string;
  readonly to: string;
  readonly createdAt: number;
}

export abstract class MailTransport {
  /** Resolves when the server has accepted the mail. @throws MailRefused (permanent), MailTransportDown (no mail can be sent) */
  abstract send(mail: OutgoingMail): Promise<void>;
  abstract close(): void;
}

export class MailRefused extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'MailRefused';
  }
}

export class MailTransportDown extends Error {
  readonly code: string | undefined;

  constructor(cause: Error & { readonly code?: string }) {
    super(cause.message, { cause });
    this.name = 'MailTransportDown';
    this.code = cause.code;
  }
}

/** Identical for repeats, so that receivers can detect duplicates. */
export function composeMessage(mail: OutgoingMail, from: string): SendMailOptions {
  return {
    from,
    // As an object it is treated as one address, whatever its characters.
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

export function senderDomain(from: string): string {
  return /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
