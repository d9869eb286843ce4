import { createHash, createHmac } from 'node:crypto';

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
  readonly lines: readonly PostedLine[];
}

/** Makes the hashes of batches: nobody without it can write a batch that follows. */
export interface ChainKey {
  readonly id: string;
  readonly secret: Buffer;
}

export const GENESIS_HASH = '0'.repeat(64);

/** The key id of batches from before chains were keyed. */
export const UNKEYED = '';

/**
 * HMAC-SHA-256 over the previous hash, the batch's number, and every field of its journals and postings in order; without a key,
 * as in chains from before there were keys, SHA-256.
 */
export function nextLink(
  key: ChainKey | undefined,
  previousHash: string,
  batchNo: number,
  journals: readonly PostedJournal[],
): string {
  let text = `${previousHash}\n${batchNo}\n`;
  for (const journal of journals) {
    text += `J\t${journal.id}\t${journal.kind}\t${journal.subject}\t${journal.postedAt}\n`;
    for (const line of journal.lines) {
      text += `P\t${line.account}\t${line.seq}\t${line.amountKobo}\t${line.balanceKobo}\t${JSON.stringify(line.note)}\n`;
    }
  }
  const hash = key ? createHmac('sha256', key.secret) : createHash('sha256');
  return hash.update(text).digest('hex');
}
