import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '../../kernel/clock.js';
import { Database } from '../../platform/database/database.js';
import { JobRegistry } from '../../platform/queue/job-registry.js';
import { SqlJobQueue } from '../../platform/queue/sql-job-queue.js';
import type { ServiceContext } from '../service-context.js';

const LOOK_EVERY_MS = 5;
const LONGEST_MS = 300_000;

/** Periodic work that is done without waiting for its time, in this order. */
const FIRST = ['deposits.expire', 'purchases.requery', 'purchases.reversals', 'payouts.requery'];

const UNDONE = `SELECT
  (SELECT COUNT(*) FROM outbox WHERE queued_at = 0) +
  (SELECT COUNT(*) FROM job WHERE state = 'waiting' AND (run_at <= ? OR claimed_by <> '')) +
  (SELECT COUNT(*) FROM journal_cursor JOIN ledger_head ON journal_cursor.batch_no < ledger_head.batch_no) AS undone`;

/** Resolves when the service has done all due work by its clock, so that nothing is dated by a later one. */
export async function finishDue(context: ServiceContext): Promise<void> {
  const works = (await context.get(JobRegistry)).periodicWork();
  for (const name of FIRST) await works.find((work) => work.name === name)!.run();
  (await context.get(SqlJobQueue)).lookNow();
  const [database, clock] = [await context.get(Database), await context.get(Clock)];
  const begun = performance.now();
  for (;;) {
    const [row] = await database.rows<{ undone: number }>(UNDONE, [clock.now()]);
    if (row!.undone === 0) return;
    if (performance.now() - begun > LONGEST_MS) throw new Error(`${row!.undone} jobs and events are not done`);
    await sleep(LOOK_EVERY_MS);
  }
}
