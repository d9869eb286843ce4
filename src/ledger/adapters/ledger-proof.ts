import { LRUCache } from 'lru-cache';
import type { AccountState, LockedAccounts } from '../domain/batch.js';
import { provedBlocks } from '../domain/blocked-money.js';
import { isSystemAccount } from '../domain/account.js';
import type { ChainKey, PostedJournal, PostedLine } from '../chain/domain/hash-chain.js';
import { wrong, type WrongRow } from '../chain/domain/stored-rows.js';
import { type AccountDoubt, doubtOf, type ReadBatch, textOf, unprovedBatch } from '../domain/unproved.js';
import { StoreFailure } from '../application/ports.js';
import type { AccountRecord, BatchRecord, JournalRecord, PostingRecord } from './ledger-records.js';
import { safe } from './locked-accounts.js';
import { bounded } from '../../platform/bounded.js';

const ARCHIVED = { ...bounded(10_000), ttl: 60_000 };
const NOTHING_POSTED: AccountState = { balanceKobo: 0, seq: 0 };

type Head = LockedAccounts['head'];

export interface ProvedAccounts {
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly doubts: ReadonlyMap<string, AccountDoubt>;
}

/** The rows of `readBatches`. */
export interface BatchRows {
  readonly batches: readonly BatchRecord[];
  readonly journals: readonly JournalRecord[];
  readonly postings: readonly PostingRecord[];
}

/** Proves rows before anything is built upon them: accounts by their last posting, batches of others by the key of the chain. */
export class LedgerProof {
  private readonly archived = new LRUCache<string, AccountState>(ARCHIVED);
  private readonly reading = new Set<string>();

  /** @param loadKeys reads the keys of other processes @param readArchived the account's last posting that is in a file; undefined where there is none */
  constructor(
    private readonly keyOf: (id: string) => ChainKey | undefined,
    private readonly loadKeys: () => Promise<void> = () => Promise.resolve(),
    private readonly readArchived: (account: string) => Promise<AccountState | undefined> = () => Promise.resolve(undefined),
  ) {}

  /** @param rows with the last posting in the table */
  accounts(rows: readonly AccountRecord[]): ProvedAccounts {
    const accounts = new Map<string, AccountState>();
    const doubts = new Map<string, AccountDoubt>();
    for (const { id, balance_kobo: balance, seq, posted, blocks: text } of rows) {
      const blocks = text === null ? undefined : provedBlocks(id, text, this.keyOf);
      const state = { balanceKobo: safe(balance), seq: safe(seq), ...(blocks ? { blocks } : {}) };
      const doubt =
        text !== null && !blocks
          ? wrong('ledger_account', id, 'blocks', 'as the ledger wrote it', 'another text')
          : doubtOf(id, state, this.lastOf(id, state, posted));
      if (doubt) doubts.set(id, doubt);
      else accounts.set(id, state);
    }
    return { accounts, doubts };
  }

  /** Accounts of the service without a row, which begin with the first posting. */
  begun(asked: readonly string[], { accounts, doubts }: ProvedAccounts): string[] {
    return asked.filter((id) => isSystemAccount(id) && !accounts.has(id) && !doubts.has(id));
  }

  /** Adds what is posted to although its row is gone. */
  withoutRows({ accounts, doubts }: ProvedAccounts, posted: readonly { readonly id: string }[]): ProvedAccounts {
    const missing = posted.map(({ id }) => [id, wrong('ledger_account', id, 'id', id, 'no such row')] as const);
    return { accounts, doubts: new Map([...doubts, ...missing]) };
  }

  /** The accounts after the batches that follow `known`. @throws StoreFailure `unproved` */
  async batches(known: Head | undefined, head: Head, rows: BatchRows): Promise<ReadonlyMap<string, AccountState>> {
    if (rows.batches.some(({ key_id: id }) => !this.keyOf(id))) await this.loadKeys();
    return this.provedBatches(known, head, rows);
  }

  /** The same, with the keys that are known. */
  provedBatches(known: Head | undefined, head: Head, rows: BatchRows): ReadonlyMap<string, AccountState> {
    const after = known?.batchNo ?? head.batchNo - 1;
    const start = { batchNo: after, hash: rows.batches.find(({ batch_no: no }) => safe(no) === after)?.hash ?? '' };
    const { batches, stray } = readBatches(rows, after, head.batchNo);
    const found = unprovedBatch(after < 1 ? GENESIS : start, batches, head, this.keyOf) ?? stray;
    if (found) throw new StoreFailure('unproved', true, new Error(textOf(found)));
    const accounts = new Map<string, AccountState>();
    for (const { account, balanceKobo, seq } of batches.flatMap(({ journals }) => journals.flatMap(({ lines }) => lines)))
      accounts.set(account, { balanceKobo, seq });
    return accounts;
  }

  /** Files are read while no lock is held: the command is tried again. */
  private lastOf(account: string, { seq }: AccountState, posted: string | null): AccountState | undefined {
    if (posted !== null) {
      const [lastSeq, balanceKobo] = posted.split(':').map(Number);
      return { balanceKobo: balanceKobo!, seq: lastSeq! };
    }
    if (seq === 0) return NOTHING_POSTED;
    const known = this.archived.get(account);
    if (!known && !this.reading.has(account)) {
      this.reading.add(account);
      void this.read(account).finally(() => this.reading.delete(account));
    }
    return known;
  }

  private async read(account: string): Promise<void> {
    // One that cannot be read leaves its commands waiting until they are given up.
    const last = await this.readArchived(account).catch(() => 'unreadable' as const);
    if (last !== 'unreadable') this.archived.set(account, last ?? NOTHING_POSTED);
  }
}

export function isSame(one: Head | undefined, other: Head): boolean {
  return one?.hash === other.hash && one.batchNo === other.batchNo && one.committedAt === other.committedAt;
}

const GENESIS = { batchNo: 0, hash: '0'.repeat(64) };

function readBatches({ batches, journals, postings }: BatchRows, after: number, upTo: number) {
  const lines = new Map<string, PostedLine[]>();
  for (const row of postings) {
    if (safe(row.batch_no) > upTo) continue;
    const line = {
      account: row.account_id,
      seq: safe(row.seq),
      amountKobo: safe(row.amount_kobo),
      balanceKobo: safe(row.balance_kobo),
      note: row.note,
    };
    const known = lines.get(row.journal_id);
    if (known) known.push(line);
    else lines.set(row.journal_id, [line]);
  }
  const posted = new Map<number, PostedJournal[]>();
  for (const { batch_no: no, id, kind, subject, recorded, request } of journals) {
    const journal = { id, kind, subject, postedAt: safe(recorded), request, lines: lines.get(id) ?? [] };
    posted.set(safe(no), [...(posted.get(safe(no)) ?? []), journal]);
    lines.delete(id);
  }
  const read = batches
    .map(({ batch_no: no, hash, key_id: keyId }): ReadBatch => ({
      batchNo: safe(no),
      hash,
      keyId,
      journals: posted.get(no) ?? [],
    }))
    .filter(({ batchNo }) => batchNo > after && batchNo <= upTo);
  return { batches: read, stray: strayPosting(lines) };
}

function strayPosting(lines: ReadonlyMap<string, readonly PostedLine[]>): WrongRow | undefined {
  for (const [journalId, [line]] of lines)
    return wrong('posting', `${line!.account}/${line!.seq}`, 'journal_id', 'a journal of its batch', journalId);
  return undefined;
}
