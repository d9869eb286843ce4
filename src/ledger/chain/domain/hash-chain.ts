import { createHmac } from 'node:crypto';

export interface PostedLine {
  readonly account: string;
  readonly seq: number;
  readonly amountKobo: number;
  readonly balanceKobo: number;
  readonly note: string;
}

export interface PostedJournal {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly postedAt: number;
  /** The record key of the command that made it. */
  readonly request: string;
  readonly lines: readonly PostedLine[];
}

/** Makes the hashes of batches: nobody without it can write a batch that follows. */
export interface ChainKey {
  readonly id: string;
  readonly secret: Buffer;
}

export const GENESIS_HASH = '0'.repeat(64);

/** HMAC-SHA-256 over the previous hash, the batch's number, and every field of its journals and postings in order. */
export function nextLink(key: ChainKey, previousHash: string, batchNo: number, journals: readonly PostedJournal[]): string {
  let text = `${previousHash}\n${batchNo}\n`;
  for (const journal of journals) {
    text += `J\t${journal.id}\t${journal.kind}\t${journal.subject}\t${journal.postedAt}\t${journal.request}\n`;
    for (const line of journal.lines) {
      text += `P\t${line.account}\t${line.seq}\t${line.amountKobo}\t${line.balanceKobo}\t${JSON.stringify(line.note)}\n`;
    }
  }
  return createHmac('sha256', key.secret).update(text).digest('hex');
}
