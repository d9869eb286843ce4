import { type Movement, movementsOf, MovedAmounts } from '../domain/hold-audit.js';
import type { Faults } from '../domain/faults.js';
import { ENDING_KINDS } from '../../domain/hold-ending.js';
import { HOLD_KINDS } from '../../domain/journal.js';
import { type StoredPosting, wrong } from '../domain/stored-rows.js';
import { Cursor, each } from './cursor.js';
import type { ComparedRows, HoldProjection, LedgerSnapshot } from './ports.js';

const KINDS: ReadonlySet<string> = new Set([...HOLD_KINDS, ...Object.values(ENDING_KINDS)]);

/** Holds that are not as the journals of their subject moved, or that are missing. */
export async function findWrongHolds(
  snapshot: LedgerSnapshot,
  isSuspected: (subject: string) => boolean,
  faults: Faults,
): Promise<void> {
  const moved = await movedBySubject(snapshot, isSuspected);
  for await (const hold of snapshot.holds()) {
    if (!isSuspected(hold.subject)) continue;
    for (const row of (moved.get(hold.subject) ?? new MovedAmounts()).differencesFrom(hold)) faults.add(row);
    moved.delete(hold.subject);
  }
  for (const [subject, amounts] of moved)
    if (!amounts.isNothing) faults.add(wrong('ledger_hold', subject, 'subject', subject, 'no such row'));
}

async function movedBySubject(snapshot: LedgerSnapshot, isSuspected: (subject: string) => boolean) {
  const journals = new Map<string, { kind: string; subject: string; lines: StoredPosting[] }>();
  for await (const { id, kind, subject } of snapshot.journals({}))
    if (KINDS.has(kind) && isSuspected(subject)) journals.set(id, { kind, subject, lines: [] });
  for await (const posting of snapshot.postings({})) journals.get(posting.journalId)?.lines.push(posting);
  const moved = new Map<string, MovedAmounts>();
  for (const { subject, ...journal } of journals.values()) {
    const movements: Movement[] = movementsOf(journal);
    if (movements.length === 0) continue;
    const amounts = moved.get(subject) ?? new MovedAmounts();
    moved.set(subject, amounts);
    amounts.add(movements);
  }
  return moved;
}

/** Rows that do not say what the ledger holds for them, or that one of both does not have. */
export async function findWrongProjections(compared: ComparedRows, projection: HoldProjection, faults: Faults): Promise<void> {
  const { kind, source } = projection;
  const idColumn = source.columns[source.order[0]!]!;
  const missingRow = ({ subject }: { readonly subject: string }) =>
    faults.add(wrong(source.table, subject, idColumn, subject, 'no such row'));
  const holds = new Cursor(ofKind(compared, kind));
  for await (const row of compared.rowsOf(source)) {
    const id = projection.idOf(row);
    await each(holds, ({ subject }) => subject < id, missingRow);
    const hold = await holds.peek();
    if (hold?.subject !== id) {
      faults.add(wrong('ledger_hold', id, 'subject', id, 'no such row'));
      continue;
    }
    await holds.take();
    for (const { column, expected, found } of projection.wrongColumns(row, hold))
      faults.add(wrong(source.table, id, column, expected, found));
  }
  await each(holds, () => true, missingRow);
}

async function* ofKind(compared: ComparedRows, kind: string) {
  for await (const hold of compared.holds()) if (hold.kind === kind) yield hold;
}
