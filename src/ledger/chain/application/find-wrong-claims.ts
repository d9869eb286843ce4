import type { Faults } from '../domain/faults.js';
import type { ChainKey } from '../domain/hash-chain.js';
import { recordKey } from '../domain/records-key.js';
import { type StoredJournal, wrong, type WrongRow } from '../domain/stored-rows.js';
import type { ComparedRows, JournalClaim, JournalProjection, LedgerSnapshot } from './ports.js';

const PORTION = 1_000;
/** Batches that are read though no row of a portion names them, before a reading of its own begins. */
const LARGEST_GAP = 200;

type Amounts = ReadonlyMap<string, number>;

interface ReadJournal extends StoredJournal {
  readonly amounts: Map<string, number>;
  readonly notes: Map<string, string>;
}

/** Rows of a context that do not say what the journal that they name moved, or that name none. */
export async function findWrongClaims(
  snapshot: LedgerSnapshot,
  rows: ComparedRows,
  projection: JournalProjection,
  recordsKey: ChainKey,
  faults: Faults,
): Promise<void> {
  let portion: JournalClaim[] = [];
  const compare = async () => {
    const journals = await journalsOf(snapshot, portion);
    for (const claim of portion) faults.add(differenceOf(claim, journals.get(claim.journalId), recordsKey));
    portion = [];
  };
  for await (const claim of projection.claims((source) => rows.rowsOf(source))) {
    if ('expected' in claim) {
      faults.add(claim);
      continue;
    }
    portion.push(claim);
    if (portion.length >= PORTION) await compare();
  }
  await compare();
}

function differenceOf(claim: JournalClaim, journal: ReadJournal | undefined, recordsKey: ChainKey): WrongRow | undefined {
  const { table, key, columns, journalId, kind, subject, postedAt } = claim;
  const name = columns.join();
  if (!journal) return wrong(table, key, name, `a journal ${journalId}`, 'no such row');
  const claimed = summed(claim.amounts);
  const [expected, found] = [
    describe(journal.kind, subject && journal.subject, postedAt && journal.postedAt, journal.amounts),
    describe(kind, subject, postedAt, claimed),
  ];
  if (expected !== found) return wrong(table, key, name, expected, found);
  const { request, note } = claim;
  if (request && recordKey(request, recordsKey) !== journal.request)
    return wrong(table, key, name, `what journal ${journalId} was made for`, request.key);
  const noted = note && (journal.notes.get(note[0]) ?? '');
  return note && noted !== note[1] ? wrong(table, key, name, noted!, note[1]) : undefined;
}

function describe(kind: string, subject: string | undefined, postedAt: number | undefined, amounts: Amounts): string {
  const moved = [...amounts].filter(([, kobo]) => kobo !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const said = [subject, postedAt, ...moved.map(([account, kobo]) => `${account}: ${kobo}`)];
  return [kind, ...said.filter((part) => part !== undefined)].join(' ');
}

function summed(amounts: JournalClaim['amounts']): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [account, kobo] of amounts) sums.set(account, (sums.get(account) ?? 0) + kobo);
  return sums;
}

async function journalsOf(snapshot: LedgerSnapshot, claims: readonly JournalClaim[]): Promise<ReadonlyMap<string, ReadJournal>> {
  const rows = await snapshot.journalsById(claims.map(({ journalId }) => journalId));
  const journals = new Map(
    rows.map((row) => [row.id, { ...row, amounts: new Map<string, number>(), notes: new Map<string, string>() }]),
  );
  for (const [first, last] of runsOf(rows.map(({ batchNo }) => batchNo))) {
    for await (const { journalId, account, amountKobo, note } of snapshot.postings({ after: first - 1, upTo: last })) {
      const journal = journals.get(journalId);
      journal?.amounts.set(account, (journal.amounts.get(account) ?? 0) + amountKobo);
      journal?.notes.set(account, note);
    }
  }
  return journals;
}

function runsOf(batchNos: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const batchNo of batchNos.toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run && batchNo - run[1] <= LARGEST_GAP) run[1] = batchNo;
    else runs.push([batchNo, batchNo]);
  }
  return runs;
}
