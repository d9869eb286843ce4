import { Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/clock.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../platform/database/database.js';
import { JobRegistry } from '../../platform/queue/job-registry.js';
import { ContinuousWork } from '../../platform/queue/continuous-work.js';
import { SqlJobQueue } from '../../platform/queue/sql-job-queue.js';
import type { ServiceContext } from '../service-context.js';
import { ProviderRecordSources } from '../../contexts/providers/index.js';
import { ReconcileDay } from '../../contexts/reconciliation/index.js';
import { addDays, lagosDate, lagosMidnight } from '../../kernel/lagos-time.js';
import { kobo, naira } from '../../kernel/money.js';
import type { ListedTransaction, RecordedTransaction } from '../../kernel/provider-transactions.js';
import { SyncCatalogue } from '../../contexts/catalogue/index.js';
import { DemoActions } from './actions.js';
import { DemoOffice } from './office.js';
import { begin as beginPerson, peopleOf, actionsOn, DEMO_DAYS, DEMO_USERS } from './schedule.js';
import { type DemoStaffMember, registerStaff, STAFF_ROLES } from './people.js';

/** A settable clock, so that demonstration data gets dates in the past. */
export class DemoClock extends Clock {
  constructor(private time: number) {
    super();
  }

  now(): number {
    return this.time;
  }

  /** @param time unix ms; never before the present value */
  set(time: number): void {
    this.time = Math.max(this.time, time);
  }
}

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
  (await context.get(ContinuousWork)).lookNow();
  const [database, clock] = [await context.get(Database), await context.get(Clock)];
  const begun = performance.now();
  for (;;) {
    const [row] = await database.rows<{ undone: number }>(UNDONE, [clock.now()]);
    if (row!.undone === 0) return;
    if (performance.now() - begun > LONGEST_MS) throw new Error(`${row!.undone} jobs and events are not done`);
    await sleep(LOOK_EVERY_MS);
  }
}

const PROVIDER = 'sandbox';
const DAYS = 30;

/** Compares the busiest of the last days with a list that lacks one of our records, has one of its own, and another amount. */
export async function reconcileDemo(context: ServiceContext): Promise<void> {
  const today = lagosDate((await context.get(Clock)).now());
  const { source } = (await context.get(ProviderRecordSources)).find(PROVIDER)!;
  let busiest: { day: string; records: readonly RecordedTransaction[] } = { day: '', records: [] };
  for (let ago = DAYS; ago > 0; ago--) {
    const day = addDays(today, -ago);
    const from = lagosMidnight(day);
    const records = new Map<string, RecordedTransaction>();
    for await (const portion of source.within(PROVIDER, { from, to: from + DAY_MS }))
      for (const record of portion) records.set(record.reference, record);
    if (records.size > busiest.records.length) busiest = { day, records: [...records.values()] };
  }
  const { day, records } = busiest;
  if (records.length === 0) throw new Error(`the demonstration has no records of ${PROVIDER} in its last ${DAYS} days`);
  await (await context.get(ReconcileDay)).execute({ provider: PROVIDER, day, file: listOf(records) });
}

async function* listOf(records: readonly RecordedTransaction[]): AsyncIterable<ListedTransaction[]> {
  const [, differing, ...same] = records.map(listed);
  const unknown = { ...listed(records[0]!), reference: 'SBX-UNKNOWN-1', amountKobo: naira(1_200) };
  yield [
    unknown,
    ...(differing ? [{ ...differing, amountKobo: kobo(differing.amountKobo + naira(50)) }] : []),
    ...same,
    // The list goes on after midnight, so that it does not look cut off.
    { ...unknown, reference: 'SBX-NEXT-DAY', at: lagosMidnight(addDays(lagosDate(records[0]!.at), 1)) + 1 },
  ];
}

function listed({ reference, amountKobo, at }: RecordedTransaction): ListedTransaction {
  return { reference, transactionId: '', amountKobo, status: 'success', statusText: 'success', at };
}

const FAILED_WEBHOOKS = 6;

export function beginOf(now: number): number {
  return lagosMidnight(addDays(lagosDate(now), -DEMO_DAYS));
}

/**
 * Plays the days up to yesterday, and the work open today, with a service under this clock.
 * @param people how many users beside those with a story
 */
export async function simulateDays(
  context: ServiceContext,
  clock: DemoClock,
  { now, password, people }: { readonly now: number; readonly password: string; readonly people: number },
  onDay: (done: number, of: number) => void,
): Promise<readonly DemoStaffMember[]> {
  await (await context.get(SyncCatalogue)).execute('stale');
  const staff: DemoStaffMember[] = [];
  for (const role of STAFF_ROLES) staff.push(await registerStaff(context, role, password));
  const actions = new DemoActions(context, password);
  const office = officeOf(context, staff);
  const begin = clock.now();
  for (let day = 0; day < DEMO_DAYS; day++) {
    for (const { hour, act } of actionsOn(day)) {
      clock.set(begin + day * DAY_MS + hour * HOUR_MS);
      await act(actions, office);
      await finishDue(context);
    }
    clock.set(begin + day * DAY_MS + 19 * HOUR_MS);
    for (const person of peopleOf(day, people)) {
      await beginPerson(person, actions, office);
      await finishDue(context);
    }
    clock.set(begin + day * DAY_MS + 20 * HOUR_MS);
    await finishDue(context);
    onDay(day + 1, DEMO_DAYS);
  }
  // Sessions last a day, and orders half an hour.
  clock.set(now - MINUTE_MS);
  for (const user of DEMO_USERS) await actions.signIn(user);
  await actions.deposit(DEMO_USERS[0]!, 40_000, 'unpaid');
  await finishDue(context);
  return staff;
}

/** Leaves undone the work that jobs would do at once. */
export async function leaveUndone(context: ServiceContext, staff: readonly DemoStaffMember[]): Promise<void> {
  const office = officeOf(context, staff);
  await office.failWebhooks(FAILED_WEBHOOKS);
  await office.leaveTraces();
  await office.spendBudgets(DEMO_USERS[0]!.email, DEMO_USERS[3]!.email);
  await reconcileDemo(context);
}

function officeOf(context: ServiceContext, [, support, finance]: readonly DemoStaffMember[]): DemoOffice {
  return new DemoOffice(context, support!, finance!);
}
