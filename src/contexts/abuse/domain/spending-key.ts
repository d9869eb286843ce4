import { createHash } from 'node:crypto';
import type { Budget } from '../../../kernel/budgets.js';

export interface SpendingKey {
  /** A hash of budget and subject, because addresses without an account and networks of strangers must not be stored. */
  readonly id: string;
  readonly budget: string;
  /** Empty unless it is an id of ours, which staff may read. */
  readonly subject: string;
  /** Leaves out the network or device after the first word: staff look up an address or an id. */
  readonly subjectHash: string;
}

const READABLE: readonly Budget['subjectIs'][] = ['account', 'staff member', 'staff pair'];

export function spendingKey(name: string, { subjectIs }: Budget, subject: string): SpendingKey {
  const [first = ''] = subject.split(' ', 1);
  return {
    id: hash(`${name} ${subject}`),
    budget: name,
    subject: READABLE.includes(subjectIs) ? subject : '',
    subjectHash: subjectHash(first),
  };
}

export function subjectHash(firstWord: string): string {
  return hash(firstWord);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
