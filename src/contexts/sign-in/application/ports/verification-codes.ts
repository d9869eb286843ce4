import type { SentMail } from '../../domain/code-mailing.js';
import type { MailedCode } from '../../domain/verification-code.js';

export type CodeText = Pick<MailedCode, 'id' | 'email' | 'slot' | 'purposes'>;

export interface CodeMailing {
  readonly sent: readonly SentMail[];
  readonly version: number;
}

/** The codes of each address. What is mailed is not stored: it follows from the code's id and address under a key. */
export abstract class VerificationCodes {
  abstract list(email: string): Promise<MailedCode[]>;
  /** Compare and set: false when the code was changed since `previous` was read. */
  abstract replace(previous: MailedCode | undefined, next: MailedCode): Promise<boolean>;
  /** Eight letters and digits where it may reset a password, else six digits. */
  abstract textOf(code: CodeText): string;
  /** @param typed in any case, with or without spaces and hyphens */
  abstract matches(code: CodeText, typed: string): boolean;
  /** In the caller's unit of work. False when it was used before. */
  abstract use(code: Pick<MailedCode, 'email' | 'slot' | 'id'>): Promise<boolean>;
  /** The codes that were mailed to the address within the hour. */
  abstract findMailing(email: string): Promise<CodeMailing>;
  /** Compare and set: false when it was changed since `previous` was read. */
  abstract replaceMailing(email: string, previous: CodeMailing, sent: readonly SentMail[]): Promise<boolean>;
  /** Removes at most `limit` expired codes, and mailings of more than an hour ago; returns how many at most of one kind. */
  abstract removeExpired(now: number, limit: number): Promise<number>;
}
