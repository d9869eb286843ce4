import { SyncCatalogue } from '../../contexts/catalogue/index.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/clock.js';
import { addDays, lagosDate, lagosMidnight } from '../../kernel/lagos-time.js';
import type { ServiceContext } from '../service-context.js';
import { DemoActions } from './demo-actions.js';
import type { DemoClock } from './demo-clock.js';
import { finishDue } from './demo-jobs.js';
import { DemoOffice } from './demo-office.js';
import { reconcileDemo } from './demo-reconciliation.js';
import { begin as beginPerson, peopleOf } from './demo-people.js';
import { actionsOn, DEMO_DAYS, DEMO_USERS } from './demo-schedule.js';
import { type DemoStaffMember, registerStaff, STAFF_ROLES } from './demo-staff.js';

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
