import { createHash, createHmac } from 'node:crypto';
import { type ChainKey, nextLink, type PostedJournal } from './hash-chain.js';
import { inclusionPath, leafHash, merkleRoot } from './merkle-tree.js';

/** The batch as it is stored, with the hash of the one before it. */
export interface ProvableBatch {
  readonly batchNo: number;
  readonly previousHash: string;
  readonly hash: string;
  readonly keyId: string;
  readonly journals: readonly PostedJournal[];
}

/** That a journal is in a batch, for whoever has neither the key of the chain nor the other journals. */
export interface JournalProof {
  readonly batchNo: number;
  readonly batchHash: string;
  readonly journals: number;
  /** From 0. */
  readonly position: number;
  readonly salt: Buffer;
  readonly journal: string;
  readonly path: readonly Buffer[];
  readonly root: Buffer;
}

/** Whether the batch is what was committed under this key. */
export function isIntact({ previousHash, batchNo, journals, hash }: ProvableBatch, key: ChainKey): boolean {
  return nextLink(key, previousHash, batchNo, journals) === hash;
}

/** @param key what the salts are derived from: the batch's own, so that its root is the same at every time */
export function proveJournal({ batchNo, hash: batchHash, journals }: ProvableBatch, id: string, key: ChainKey): JournalProof {
  const position = journals.findIndex((journal) => journal.id === id);
  const saltOf = ({ id: journalId }: PostedJournal) =>
    createHmac('sha256', key.secret).update(`harmattan journal salt\n${batchNo}\n${journalId}\n`).digest();
  const leaves = journals.map((journal) => leafHash(saltOf(journal), contentOf(journal, saltOf(journal))));
  const path = inclusionPath(leaves, position);
  const proved = journals[position]!;
  const salt = saltOf(proved);
  const journal = contentOf(proved, salt);
  return { batchNo, batchHash, journals: journals.length, position, salt, journal, path, root: merkleRoot(leaves) };
}

/** Without balances and notes, which are the parties' own; accounts as hashes, which a party can make of its id and the salt. */
function contentOf({ id, kind, subject, postedAt, lines }: PostedJournal, salt: Buffer): string {
  const postings = lines.map(({ account, amountKobo }) => `P\t${blinded(account, salt)}\t${amountKobo}\n`);
  return `J\t${id}\t${kind}\t${subject}\t${postedAt}\n${postings.join('')}`;
}

function blinded(account: string, salt: Buffer): string {
  return createHash('sha256').update(salt).update(account).digest('hex').slice(0, 32);
}
