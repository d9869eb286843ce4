import { createHash } from 'node:crypto';

/** A posting as it is written and hashed. */
export interface PostedLine {
  readonly account: string;
  readonly seq: number;
  readonly amountKobo: number;
  readonly balanceKobo: number;
  readonly note: string;
}

/** A journal as it is written and hashed. */
export interface PostedJournal {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly postedAt: number;
  readonly lines: readonly PostedLine[];
}

/** The hash before the first batch. */
export const GENESIS_HASH = '0'.repeat(64);

/**
 * The next link: SHA-256 over the previous hash, the batch's number, and every journal and posting in order.
 * Each field is in it, so that a change of any stored row breaks the chain from its batch on.
 */
export function nextLink(previousHash: string, batchNo: number, journals: readonly PostedJournal[]): string {
  let text = `${previousHash}\n${batchNo}\n`;
  for (const journal of journals) {
    text += `J\t${journal.id}\t${journal.kind}\t${journal.subject}\t${journal.postedAt}\n`;
    for (const line of journal.lines) {
      text += `P\t${line.account}\t${line.seq}\t${line.amountKobo}\t${line.balanceKobo}\t${JSON.stringify(line.note)}\n`;
    }
  }
  return createHash('sha256').update(text).digest('hex');
}
