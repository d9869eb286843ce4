import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PostingArchive } from '../../../src/ledger/archive/adapters/posting-archive.js';
import { SqlLedgerArchive } from '../../../src/ledger/archive/adapters/sql-ledger-archive.js';
import { StoredChainKeys } from '../../../src/ledger/chain/adapters/keys/stored-chain-keys.js';
import { openSnapshot, snapshotSource } from '../../../src/ledger/chain/adapters/sql/open-snapshot.js';
import { SqlAccountPostings } from '../../../src/ledger/adapters/sql/sql-account-postings.js';
import { SqlHistory } from '../../../src/ledger/adapters/sql/sql-history.js';
import { SqlHistorySnapshots } from '../../../src/ledger/adapters/sql/sql-history-snapshots.js';
import { SqlLedgerReader } from '../../../src/ledger/chain/adapters/sql/sql-ledger-reader.js';
import { SqlStoredBatches } from '../../../src/ledger/chain/adapters/sql/sql-stored-batches.js';
import { SqlWallets } from '../../../src/ledger/adapters/sql/sql-wallets.js';
import { ArchiveLedger } from '../../../src/ledger/archive/application/archive-ledger.js';
import { FEES_ACCOUNT } from '../../../src/ledger/domain/account.js';
import { type Clock, DAY_MS, SystemClock } from '../../../src/kernel/clock.js';
import { lagosDate, lagosMidnight } from '../../../src/kernel/lagos-time.js';
import { newId } from '../../../src/kernel/ids.js';
import type { Config } from '../../../src/platform/config/config.js';
import { LocalFileStorage } from '../../../src/platform/storage/local-file-storage.js';
import { type BooksPlan, writeBooks } from '../../../packages/bench/books/write-books.js';
import { archiveOf, chainKeysOf, type LedgerFixture } from '../../support/ledger-fixture.js';

const PAGE = 15;
/** For books of a few thousand postings. */
export const ARCHIVED_SIZES = { postingsPerPart: 4_000, keptBatches: 20 };

type Books = Pick<LedgerFixture, 'config' | 'database' | 'dataSource'>;

/** Books from the first of a month until yesterday. @param days at least @returns the wallets */
export async function writeMonths(books: Books, plan: Omit<BooksPlan, 'from' | 'to'>, days = 400): Promise<readonly string[]> {
  const keys = chainKeysOf(books.config);
  await new StoredChainKeys(books.database, keys, new SystemClock()).prepare();
  const now = Date.now();
  const from = lagosMidnight(`${lagosDate(now - days * DAY_MS).slice(0, 7)}-01`);
  const whole = { ...plan, from, to: now - DAY_MS };
  return (await writeBooks(whole, keys.current, (sql) => books.dataSource.query(sql))).wallets;
}

export function storageOf({ dataDir }: Pick<Config, 'dataDir'>): LocalFileStorage {
  mkdirSync(join(dataDir, 'incoming'), { recursive: true });
  return new LocalFileStorage(join(dataDir, 'uploads'), { newPath: () => join(dataDir, 'incoming', newId()) });
}

export function archiverOf({ config, database }: Books, clock: Clock = new SystemClock()): ArchiveLedger {
  const storage = storageOf(config);
  const archived = new PostingArchive(storage);
  const reader = new SqlLedgerReader(() => openSnapshot(snapshotSource(config)), archived);
  return new ArchiveLedger(reader, chainKeysOf(config), new SqlLedgerArchive(database, storage, archived, clock), clock);
}

/** All that readers say of some accounts, to be compared before and after. */
export async function everythingRead(
  { config, database }: Books,
  wallets: readonly string[],
  archive = archiveOf(config),
): Promise<unknown> {
  const history = new SqlHistory(database, archive);
  const snapshots = new SqlHistorySnapshots(() => openSnapshot(snapshotSource(config)), archive);
  const [postings, batches] = [new SqlAccountPostings(database, archive), new SqlStoredBatches(database, archive)];
  const now = Date.now();
  const times = [390, 200, 62, 30, 0].map((days) => now - days * DAY_MS);
  const accounts = [...wallets, FEES_ACCOUNT];
  const read: unknown[] = [];
  for (const account of accounts) {
    const pages = await allPages(history, account);
    const [first] = pages.slice(-1).flat();
    const balances = await Promise.all(times.map((at) => history.balanceAt(account, at)));
    const snapshot = await snapshots.open();
    const lines: unknown[] = [await snapshot.balanceBefore(account, times[1]!)];
    for await (const entry of snapshot.between(account, times[1]!, times[3]!)) lines.push(entry);
    for await (const entry of snapshot.between(account, 0, now)) lines.push(entry.seq);
    await snapshot.close();
    for await (const portion of postings.between(account, times[0]!, now)) lines.push(...portion);
    const journalId = first?.journalId ?? '';
    const subject = (await history.subjectsOf([journalId])).get(journalId) ?? '';
    const place = first && (await batches.locate({ account, postedAt: first.createdAt, subject }));
    const batch = place && (await batches.read(place.batchNo));
    const after = (await new SqlWallets(database, new SystemClock(), archive).balancesAfter([journalId]))(journalId, account);
    read.push({ pages, balances, lines, place, batch, after, ofJournal: await history.ofJournal(account, journalId) });
  }
  return read;
}

export async function allPages(history: SqlHistory, account: string) {
  const pages = [await history.list(account, undefined, PAGE)];
  while (pages.at(-1)!.length === PAGE) {
    const last = pages.at(-1)!.at(-1)!;
    const page = await history.list(account, last.createdAt, PAGE);
    pages.push(page);
  }
  return pages;
}
