import { HOUR_MS } from '../../../../kernel/clock.js';
import { firstIdAt } from '../../../../kernel/ids.js';
import { placeholders } from '../../../../platform/database/placeholders.js';
import type { ComparedRows, LedgerSnapshot, RowSource } from '../../application/ports.js';
import type { ChecksummedRecord } from '../../domain/stored-rows.js';
import { HOLDS, JOURNALS, NEW_REQUESTS } from './ledger-sources.js';
import { inPortions, type Part, within } from './row-portions.js';
import type { SnapshotReader } from './snapshots.js';

/** Ids are made before their commit, and clocks differ. */
const EARLIER_MS = HOUR_MS;
const AT_ONCE = 1_000;

type End = Parameters<LedgerSnapshot['since']>[0];

/** Subjects of older rows that journals since are about, or for which money is held. The newer ones are read by their ids. */
interface Recent {
  readonly newerThan: string;
  readonly older: readonly string[];
}

export async function rowsSince(
  reader: SnapshotReader,
  end: End,
  journalsById: LedgerSnapshot['journalsById'],
): Promise<ComparedRows> {
  const newerThan = firstIdAt(Math.max(0, end.postedAt - EARLIER_MS));
  const older = new Set<string>();
  const moved = inPortions<{ readonly subject: string }>(reader, JOURNALS, within(JOURNALS.order, { after: end.batchNo }));
  for await (const { subject } of moved) if (subject <= newerThan) older.add(subject);
  const open = await reader.rows<{ readonly subject: string }>(
    "SELECT subject FROM ledger_hold WHERE state IN ('held', 'submitted') AND subject <= ?",
    [newerThan],
  );
  for (const { subject } of open) older.add(subject);
  const recent = { newerThan, older: [...older].toSorted() };
  return {
    requests: () => requestsSince(reader, end, journalsById),
    holds: () => recentRows(reader, HOLDS, recent),
    rowsOf: (source) => recentRows(reader, source, recent),
  };
}

async function* recentRows<Row>(reader: SnapshotReader, source: RowSource, recent: Recent): AsyncGenerator<Row> {
  const [first, second] = source.order.map((name) => source.columns[name]!);
  if (second !== undefined) yield* ofSubjects<Row>(reader, source, recent, second, { where: `${first} = ?`, values: [''] });
  yield* ofSubjects<Row>(reader, source, recent, first!, {});
}

/** @param subject the column that says it */
async function* ofSubjects<Row>(
  reader: SnapshotReader,
  source: RowSource,
  { newerThan, older }: Recent,
  subject: string,
  { where, values = [] }: Part,
): AsyncGenerator<Row> {
  const only = (condition: string, more: readonly string[]): Part => ({
    where: where ? `${where} AND ${condition}` : condition,
    values: [...values, ...more],
  });
  for (let start = 0; start < older.length; start += AT_ONCE) {
    const subjects = older.slice(start, start + AT_ONCE);
    yield* inPortions<Row>(reader, source, only(`${subject} IN (${placeholders(subjects)})`, subjects));
  }
  yield* inPortions<Row>(reader, source, only(`${subject} > ?`, [newerThan]));
}

/** A row of the very moment of the end belongs to it where its journal does. */
async function* requestsSince(
  reader: SnapshotReader,
  { batchNo, postedAt }: End,
  journalsById: LedgerSnapshot['journalsById'],
): AsyncGenerator<ChecksummedRecord> {
  const ofEnd: ChecksummedRecord[] = [];
  for await (const request of inPortions<ChecksummedRecord>(reader, NEW_REQUESTS, { where: 'recorded >= ?', values: [postedAt] }))
    if (request.createdAt > postedAt || request.journalId === null) yield request;
    else ofEnd.push(request);
  const journals = await journalsById(ofEnd.map(({ journalId }) => journalId!));
  const before = new Set(journals.filter((journal) => journal.batchNo <= batchNo).map(({ id }) => id));
  yield* ofEnd.filter(({ journalId }) => !before.has(journalId!));
}
