import { setTimeout as sleep } from 'node:timers/promises';
import { PurchasesJobs } from '../../contexts/purchases/purchases.jobs.js';
import { DepositsJobs } from '../../contexts/deposits/deposits.jobs.js';
import { Clock } from '../../kernel/clock.js';
import { Database } from '../../platform/database/database.js';
import type { ServiceContext } from '../service-context.js';

const LOOK_EVERY_MS = 5;
const LONGEST_MS = 300_000;

const UNDONE = `SELECT
  (SELECT COUNT(*) FROM outbox WHERE queued_at = 0) +
  (SELECT COUNT(*) FROM job WHERE state = 'waiting' AND (run_at <= ? OR claimed_by <> '')) +
  (SELECT COUNT(*) FROM journal_cursor JOIN ledger_head ON journal_cursor.batch_no < ledger_head.batch_no) AS undone`;

/** Resolves when the service has done what is due by its clock, so that nothing is dated by a later one. */
export async function finishDue(context: ServiceContext): Promise<void> {
  await (await context.get(DepositsJobs)).expire();
  const billing = await context.get(PurchasesJobs);
  await billing.requeryDue();
  await billing.reversals();
  const [database, clock] = [await context.get(Database), await context.get(Clock)];
  const begun = performance.now();
  for (;;) {
    const [row] = await database.rows<{ undone: number }>(UNDONE, [clock.now()]);
    if (row!.undone === 0) return;
    if (performance.now() - begun > LONGEST_MS) throw new Error(`${row!.undone} jobs and events are not done`);
    await sleep(LOOK_EVERY_MS);
  }
}
