import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { AccountFilter } from '../../domain/account-filter.js';
import { type StoredPosting, wrong, type WrongRow } from '../../chain/domain/stored-rows.js';

/** A file with the postings of batches that follow one another, all of one month. */
export interface ArchivePart {
  /** From 1, without gaps. */
  readonly partNo: number;
  /** `2025-03`, in Lagos. */
  readonly month: string;
  readonly firstBatch: number;
  readonly lastBatch: number;
  readonly firstPostedAt: number;
  readonly lastPostedAt: number;
  readonly postings: number;
  readonly sizeBytes: number;
  /** Hash of the file, in hex. */
  readonly sha256: string;
  readonly storageKey: string;
}

/** A gzip member of a part: postings in the order of accounts. */
interface Block {
  readonly account: string;
  /** In the file, in bytes. */
  readonly offset: number;
  readonly sha256: string;
}

export interface PartIndex {
  readonly blocks: readonly Block[];
  readonly accounts: AccountFilter;
}

export interface BlockRange {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
  readonly sha256: string;
}

/** A part that is missing or is not as it was recorded. */
export class DamagedArchive extends Error {
  /** The row of `ledger_archive` that it contradicts. */
  constructor(
    readonly row: WrongRow,
    storageKey: string,
  ) {
    super(`part ${row.key} of the ledger archive (${storageKey}): ${row.column} is ${row.found} instead of ${row.expected}`);
  }
}

const POSTINGS_PER_BLOCK = 1_000;
/** The index of a part fits into 64 KiB. */
const MOST_BLOCKS = 120;
/** Size of an unpacked part; postings are far smaller. */
const MOST_BYTES = 512 * 1024 * 1024;

type Line = [
  account: string,
  postedAt: number,
  seq: number,
  journalId: string,
  batchNo: number,
  line: number,
  amountKobo: number,
  balanceKobo: number,
  kind: string,
  note: string,
];

/** The file, which `zcat` prints as lines of JSON, and its index. The same postings give the same bytes. */
export function writePart(postings: readonly StoredPosting[]): { readonly bytes: Buffer; readonly index: PartIndex } {
  const sorted = postings.toSorted(byAccount);
  const length = Math.max(POSTINGS_PER_BLOCK, Math.ceil(sorted.length / MOST_BLOCKS));
  const members: Buffer[] = [];
  const blocks: Block[] = [];
  let offset = 0;
  for (let start = 0; start < sorted.length; start += length) {
    const member = gzipSync(
      sorted
        .slice(start, start + length)
        .map(lineOf)
        .join(''),
    );
    blocks.push({ account: sorted[start]!.account, offset, sha256: sha256(member) });
    members.push(member);
    offset += member.length;
  }
  const accounts = AccountFilter.of(accountsOf(sorted));
  return { bytes: Buffer.concat(members), index: { blocks, accounts } };
}

/** @throws DamagedArchive where the bytes are not those that were recorded */
export function readBlock(bytes: Buffer, expected: string, part: ArchivePart): StoredPosting[] {
  const found = sha256(bytes);
  if (found !== expected) throw damaged(part, 'sha256', expected, found);
  return postingsIn(bytes, part);
}

/** All postings in the order of batches. @throws DamagedArchive where file or index are not those that were recorded */
export function readPart(bytes: Buffer, part: ArchivePart, index: PartIndex): StoredPosting[] {
  const found = sha256(bytes);
  if (found !== part.sha256) throw damaged(part, 'sha256', part.sha256, found);
  const postings = postingsIn(bytes, part);
  if (!isIndexOf(index, bytes, part, postings)) throw damaged(part, 'part_index', 'that of the file', 'another');
  if (postings.length !== part.postings) throw damaged(part, 'postings', postings.length, part.postings);
  postings.sort((one, other) => one.batchNo - other.batchNo || one.line - other.line);
  const [first, last] = [postings[0]?.postedAt ?? part.firstPostedAt, postings.at(-1)?.postedAt ?? part.lastPostedAt];
  if (part.firstPostedAt !== first) throw damaged(part, 'first_posted_at', first, part.firstPostedAt);
  if (part.lastPostedAt !== last) throw damaged(part, 'last_posted_at', last, part.lastPostedAt);
  return postings;
}

/** Whether the blocks are the file, and the filter is that of its accounts. */
function isIndexOf(index: PartIndex, bytes: Buffer, part: ArchivePart, postings: readonly StoredPosting[]): boolean {
  if (String(index.accounts) !== String(AccountFilter.of(accountsOf(postings)))) return false;
  let [offset, place] = [0, 0];
  for (const [number, { from, to, sha256: hash }] of blocksOf(part, index).entries()) {
    const member = bytes.subarray(from, to + 1);
    const isNext = from === offset && to >= from && sha256(member) === hash;
    if (!isNext || index.blocks[number]!.account !== postings[place]?.account) return false;
    place += linesIn(member, part).length;
    offset = to + 1;
  }
  return offset === bytes.length && place === postings.length;
}

function accountsOf(postings: readonly StoredPosting[]): ReadonlySet<string> {
  return new Set(postings.map(({ account }) => account));
}

/** The blocks that may have postings of the account, in their order. */
export function blocksWith(account: string, part: ArchivePart, index: PartIndex): BlockRange[] {
  if (!index.accounts.mayHave(account)) return [];
  const { blocks } = index;
  return blocksOf(part, index).filter((_, place) => {
    const next = blocks[place + 1];
    return blocks[place]!.account <= account && (!next || next.account >= account);
  });
}

export function indexText({ blocks, accounts }: PartIndex): string {
  return JSON.stringify({
    accounts: accounts.toString(),
    blocks: blocks.map(({ account, offset, sha256: hash }) => [account, offset, hash]),
  });
}

export function parseIndex(text: string): PartIndex {
  const { accounts, blocks } = JSON.parse(text) as { accounts: string; blocks: [string, number, string][] };
  return {
    accounts: AccountFilter.parse(accounts),
    blocks: blocks.map(([account, offset, hash]) => ({ account, offset, sha256: hash })),
  };
}

/** @throws DamagedArchive where parts are missing between these */
export function requireSequence(parts: readonly ArchivePart[]): void {
  parts.forEach((part, place) => {
    const before = parts[place - 1];
    if (part.partNo !== place + 1) throw damaged(part, 'part_no', place + 1, part.partNo);
    const first = (before?.lastBatch ?? 0) + 1;
    if (part.firstBatch !== first) throw damaged(part, 'first_batch', first, part.firstBatch);
  });
}

export function damaged(
  { partNo, storageKey }: Pick<ArchivePart, 'partNo' | 'storageKey'>,
  column: string,
  expected: string | number,
  found: string | number,
): DamagedArchive {
  return new DamagedArchive(wrong('ledger_archive', String(partNo), column, expected, found), storageKey);
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function blocksOf({ sizeBytes }: ArchivePart, { blocks }: PartIndex): BlockRange[] {
  return blocks.map(({ offset, sha256: hash }, place) => ({
    from: offset,
    to: (blocks[place + 1]?.offset ?? sizeBytes) - 1,
    sha256: hash,
  }));
}

/** By code units, as the comparison of blocks, and not as the database orders texts. */
function byAccount(one: StoredPosting, other: StoredPosting): number {
  if (one.account === other.account) return one.seq - other.seq;
  return one.account < other.account ? -1 : 1;
}

function postingsIn(bytes: Buffer, part: ArchivePart): StoredPosting[] {
  return linesIn(bytes, part).map(postingOf);
}

/** Lines of one gzip member or of several. @throws DamagedArchive where somebody recorded the hash of something else */
function linesIn(bytes: Buffer, part: ArchivePart): string[] {
  if (bytes.length === 0) return [];
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8').trimEnd().split('\n');
  } catch {
    throw damaged(part, 'sha256', 'that of postings', 'that of something else');
  }
}

function lineOf(posting: StoredPosting): string {
  const { account, postedAt, seq, journalId, batchNo, line, amountKobo, balanceKobo, kind, note } = posting;
  const values: Line = [account, postedAt, seq, journalId, batchNo, line, amountKobo, balanceKobo, kind, note];
  return `${JSON.stringify(values)}\n`;
}

function postingOf(text: string): StoredPosting {
  const [account, postedAt, seq, journalId, batchNo, line, amountKobo, balanceKobo, kind, note] = JSON.parse(text) as Line;
  return { account, postedAt, seq, journalId, batchNo, line, amountKobo, balanceKobo, kind, note };
}
