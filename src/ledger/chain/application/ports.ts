import { Injectable } from '@nestjs/common';
import type { IdempotencyKey } from '../../../kernel/caller.js';
import { Contributions, Registry } from '../../../kernel/registry.js';
import type { AccountId } from '../../domain/account.js';
import type { Hold, StoredHold } from '../../domain/hold.js';
import { HOLD_KINDS, type JournalKind, PROJECTED_KINDS } from '../../domain/journal.js';
import type { Anchor } from '../domain/anchor.js';
import type { Checkpoint, ChainEnd, RangeTotals } from '../domain/range-audit.js';
import type { FoundFaults } from '../domain/faults.js';
import type { ChainKey } from '../domain/hash-chain.js';
import type { ProvableBatch } from '../domain/journal-proof.js';
import type { LedgerCheck } from '../domain/ledger-check.js';
import type { ExceptedFault, LedgerException, Signature } from '../domain/ledger-exception.js';
import type {
  ChecksummedRecord,
  StoredAccount,
  StoredBlocks,
  StoredBatch,
  StoredChainKey,
  StoredHead,
  StoredJournal,
  StoredPosting,
  WrongRow,
} from '../domain/stored-rows.js';

/** A place outside of the database for signed heads of the chain; nothing in it is changed. */
export interface Anchors {
  add(name: string, line: string): Promise<void>;
  lines(): Promise<string[]>;
}

export abstract class AnchorSettings {
  /** Undefined: the head of the chain is not written outside of the database every hour. */
  abstract readonly url: string | undefined;
}

export abstract class AnchorStores {
  /** @param url as in LEDGER_ANCHOR_URL */
  abstract at(url: string): Anchors;
}

export abstract class ChainKeys {
  abstract readonly current: ChainKey;
  /** The stored keys that can be decrypted and the configured ones, by id. */
  abstract open(stored: Iterable<StoredChainKey>): ReadonlyMap<string, ChainKey>;
}

export abstract class Checkpoints {
  /** Replaces the last one. */
  abstract record(checkpoint: Checkpoint): Promise<void>;
  /** Undefined where there is none, or where it was not made with a key of this installation. */
  abstract last(): Promise<Checkpoint | undefined>;
}

/** Rows of another table, whose key is the subject of their hold. */
export interface RowSource {
  readonly table: string;
  /** Column by property. */
  readonly columns: Readonly<Record<string, string>>;
  /** Properties that order the rows uniquely: the id of their subject, or that and their own; without a subject their own says it. */
  readonly order: readonly string[];
}

export interface WrongColumn {
  readonly column: string;
  readonly expected: string | number;
  readonly found: string | number;
}

/** A table of a context that repeats what the ledger holds for its rows; `ledger:verify` compares them. */
export abstract class HoldProjection<Row = Readonly<Record<string, string | number | null>>> {
  /** Kind of the journals that hold for these rows. */
  abstract readonly kind: string;
  abstract readonly source: RowSource;
  abstract idOf(row: Row): string;
  /** The columns that say something else than the hold. */
  abstract wrongColumns(row: Row, hold: Hold): readonly WrongColumn[];
}

@Injectable()
export class HoldProjections extends Registry<HoldProjection> {
  constructor(contributions: Contributions) {
    super(contributions, HoldProjection, { namesOf: ({ kind }) => [kind], names: HOLD_KINDS });
  }

  all(): readonly HoldProjection[] {
    return this.entries;
  }
}

/** Batches after one and up to another one (inclusive); without them from the first row, and to the last. */
export interface BatchRange {
  readonly after?: number;
  readonly upTo?: number;
}

/** What is compared with the chain. */
export interface ComparedRows {
  /** Of new ones by their time; else by their keys. */
  requests(): AsyncIterable<ChecksummedRecord>;
  holds(): AsyncIterable<StoredHold>;
  /** Rows of a table of another context. */
  rowsOf(source: RowSource): AsyncIterable<Readonly<Record<string, string | number | null>>>;
}

/** All rows of the ledger's tables from one snapshot, in portions of bounded size, ordered by their keys. */
export interface LedgerSnapshot extends ComparedRows {
  keys(): AsyncIterable<StoredChainKey>;
  heads(): AsyncIterable<StoredHead>;
  /** The greatest number of a batch; 0 where there is none. */
  lastBatchNo(): Promise<number>;
  batches(range: BatchRange): AsyncIterable<StoredBatch>;
  journals(range: BatchRange): AsyncIterable<StoredJournal>;
  /** Leaves out ids of no journal. @param ids some thousand at most */
  journalsById(ids: readonly string[]): Promise<StoredJournal[]>;
  postings(range: BatchRange): AsyncIterable<StoredPosting>;
  accounts(): AsyncIterable<StoredAccount>;
  blocks(): AsyncIterable<StoredBlocks>;
  /** Those alone that are new since a batch, that its followers are about, or that are open. */
  since(end: Pick<ChainEnd, 'batchNo' | 'postedAt'>): Promise<ComparedRows>;
}

export abstract class LedgerReader {
  /** Runs `work` on a snapshot, without blocking commits. */
  abstract read<T>(work: (snapshot: LedgerSnapshot) => Promise<T>): Promise<T>;
}

export interface JournalClaim {
  readonly table: string;
  readonly key: string;
  readonly columns: readonly string[];
  readonly journalId: string;
  readonly kind: string;
  /** Undefined where the row does not say it; so with the time. */
  readonly subject?: string;
  readonly postedAt?: number;
  /** Key of the command that made it; undefined where the row does not say it. */
  readonly request?: Pick<IdempotencyKey, 'scope' | 'action' | 'key'>;
  readonly note?: readonly [account: string, note: string];
  /** What the journal moves, by account. */
  readonly amounts: readonly (readonly [account: string, amountKobo: number])[];
}

export type ReadRows = ComparedRows['rowsOf'];

/** Tables of a context whose rows repeat journals; `ledger:verify` compares them, row by row. */
export abstract class JournalProjection {
  /** One, or several that its table has together. */
  abstract readonly kind: JournalKind | readonly JournalKind[];
  /** In bounded memory; wrong rows are those that contradict one another. */
  abstract claims(rowsOf: ReadRows): AsyncIterable<JournalClaim | WrongRow>;
}

@Injectable()
export class JournalProjections extends Registry<JournalProjection> {
  constructor(contributions: Contributions) {
    super(contributions, JournalProjection, {
      namesOf: ({ kind }) => (typeof kind === 'string' ? [kind] : kind),
      names: PROJECTED_KINDS,
    });
  }

  all(): readonly JournalProjection[] {
    return this.entries;
  }
}

/** When the ledger was last checked, for whoever watches the service. */
export abstract class LedgerChecks {
  /** Replaces the last one of this kind. */
  abstract record(check: LedgerCheck): Promise<void>;
  abstract last(kind: LedgerCheck['kind']): Promise<LedgerCheck | undefined>;
}

/** Faults that operators set aside, with their signatures. Nothing in it is changed. */
export abstract class LedgerExceptions {
  abstract all(): Promise<LedgerException[]>;
  /** @throws Error where this place was signed already */
  abstract sign(fault: ExceptedFault, place: 1 | 2, signature: Signature): Promise<void>;
}

export interface RangeRequest extends BatchRange {
  /** Batches that were anchored, by number and hash. */
  readonly anchored: readonly (readonly [batchNo: number, hash: string])[];
  /** The sums are made with it. */
  readonly secret: string;
  readonly accepted: readonly string[];
}

export interface RangeVerdict extends FoundFaults {
  readonly totals: RangeTotals;
  /** The rest was not looked at, because a file is missing or damaged; its totals are not those of all its batches. */
  readonly isIncomplete: boolean;
}

/** Verify ranges of batches beside this thread, each in a snapshot of its own. */
export interface RangeWorkers {
  verify(range: RangeRequest): Promise<RangeVerdict>;
  close(): Promise<void>;
}

export abstract class RangeWorkerPools {
  /** @param count at least 1 */
  abstract open(count: number, keys: ReadonlyMap<string, ChainKey>): RangeWorkers;
}

export interface PostingPosition {
  readonly account: AccountId;
  readonly postedAt: number;
  /** Subject of the posting's journal. */
  readonly subject: string;
}

export abstract class StoredBatches {
  /** The first journal of this subject that moved money of the account then. */
  abstract locate(place: PostingPosition): Promise<{ readonly journalId: string; readonly batchNo: number } | undefined>;
  abstract read(batchNo: number): Promise<ProvableBatch | undefined>;
  /** Remembers that it is outside. */
  abstract keepAnchor(anchor: Anchor): Promise<void>;
  /** The first one of this batch or a later one, with the hash that its batch has here. */
  abstract anchorFrom(batchNo: number): Promise<{ readonly anchor: Anchor; readonly hash: string } | undefined>;
  abstract keys(): Promise<readonly StoredChainKey[]>;
}

export async function openKeys(snapshot: LedgerSnapshot, keys: ChainKeys): Promise<ReadonlyMap<string, ChainKey>> {
  const stored: StoredChainKey[] = [];
  for await (const key of snapshot.keys()) stored.push(key);
  return keys.open(stored);
}
