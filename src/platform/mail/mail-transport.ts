export interface OutgoingMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly createdAt: number;
}

export abstract class MailTransport {
  /** Resolves when the server has accepted the mail. @throws MailRefused (permanent), MailTransportDown (no mail can be sent) */
  abstract send(mail: OutgoingMail): Promise<void>;
  abstract close(): void;
}

/** Connections that only security mails use. */
export const SECURITY_CONNECTIONS = 4;

export class MailTransports {
  /** @param connections mails that `others` sends at once */
  constructor(
    readonly security: MailTransport,
    readonly others: MailTransport,
    readonly connections: number,
  ) {}

  close(): void {
    this.security.close();
    this.others.close();
  }
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
