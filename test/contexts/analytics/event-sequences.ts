import fc from 'fast-check';
import { PeriodCounter } from '../../../src/contexts/analytics/statistics.js';
import type { PurchaseSummary } from '../../../src/contexts/purchases/index.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { newId } from '../../../src/kernel/ids.js';
import { kobo } from '../../../src/kernel/money.js';
import type { ReceivedEvent } from '../../../src/platform/queue/job-queue.js';
import type { StatisticsFixture, SourceRecords } from './analytics-fixture.js';

const DAY_MS = 86_400_000;
/** Around the turn of a year, where days, weeks and months begin and end at different times. */
const FIRST_MS = Date.UTC(2025, 11, 20);
const DAYS = 25;

const moment = fc.integer({ min: FIRST_MS, max: FIRST_MS + DAYS * DAY_MS });
const country = fc.constantFrom('NG', 'GH', 'US', '');
const ids = (prefix: string) => fc.integer({ min: 0, max: 11 }).map((number) => `${prefix}${number}`);
const endings: readonly (readonly PurchaseSummary['status'][])[] = [
  ['pending'],
  ['pending', 'completed'],
  ['pending', 'failed'],
  ['pending', 'completed', 'reversed'],
];

/** A random sequence of business events. */
const eventSequences = fc.record({
  users: fc.uniqueArray(fc.record({ userId: ids('user'), createdAt: moment, country }), {
    minLength: 1,
    maxLength: 8,
    selector: ({ userId }) => userId,
  }),
  purchases: fc.array(
    fc.record({
      createdAt: moment,
      buyer: fc.nat(),
      amountKobo: fc.integer({ min: 1, max: 5_000_000 }),
      revenueKobo: fc.integer({ min: 0, max: 10_000 }),
      lives: fc.constantFrom(...endings),
    }),
    { maxLength: 12 },
  ),
  visits: fc.array(fc.record({ visitor: fc.nat({ max: 11 }), createdAt: moment }), { maxLength: 15 }),
  activities: fc.array(fc.record({ user: fc.nat(), at: moment }), { maxLength: 20 }),
  items: fc.array(fc.record({ createdAt: moment, items: fc.integer({ min: 1, max: 40 }) }), { maxLength: 3 }),
  /** Order of delivery: each number picks the next event, some of them twice. */
  order: fc.infiniteStream(fc.nat()),
});

export type EventSequence = typeof eventSequences extends fc.Arbitrary<infer T> ? T : never;
export const story: fc.Arbitrary<EventSequence> = eventSequences;

/** A page of one event. */
export function event<Data>(data: Data): readonly ReceivedEvent<Data>[] {
  return [{ id: newId(), data }];
}

type Expected = Record<string, Record<string, number>>;

/** Delivers the events late, twice and out of order. Returns the expected statistics. */
export async function deliver(given: EventSequence, sources: SourceRecords, fixture: StatisticsFixture): Promise<Expected> {
  const { users, purchases, visits, activities, items } = given;
  const news: (() => Promise<void>)[] = [];
  const userAt = (number: number) => users[number % users.length]!;
  for (const { country: code, ...user } of users) {
    sources.users.set(user.userId, user);
    sources.countries.set(user.userId, code);
    news.push(() => fixture.events.userCreated(event(user)));
  }
  for (const [number, { buyer, lives, createdAt, ...money }] of purchases.entries()) {
    const purchaseId = `purchase${String(number).padStart(3, '0')}`;
    const { userId } = userAt(buyer);
    const amounts = { amountKobo: kobo(money.amountKobo), revenueKobo: kobo(money.revenueKobo) };
    // An early delivery may find a later state; the last state counts.
    sources.trades.set(purchaseId, { purchaseId, userId, createdAt, status: 'pending', ...amounts });
    const told = () => fixture.purchasesMoved(event({ purchaseId }));
    for (const status of lives) {
      news.push(async () => {
        if (lives.indexOf(sources.trades.get(purchaseId)!.status) < lives.indexOf(status))
          sources.trades.set(purchaseId, { purchaseId, userId, createdAt, status, ...amounts });
        await told();
      });
    }
  }
  for (const { user, at } of activities) news.push(() => fixture.events.userActive(event({ userId: userAt(user).userId, at })));
  for (const visit of visits) news.push(() => fixture.visits.add(visitOf(visit)));
  for (const added of items) sources.items.push(added);
  if (items.length > 0) news.push(() => fixture.events.catalogueSynced());

  const numbers = given.order[Symbol.iterator]();
  const next = () => numbers.next().value as number;
  const queue = news.map((each) => ({ each, place: next() })).toSorted((one, other) => one.place - other.place);
  while (queue.length > 0) {
    const together = queue.splice(0, 1 + (next() % 6));
    await Promise.all(together.flatMap(({ each }) => (next() % 3 === 0 ? [each(), each()] : [each()])));
  }
  return expected(given);
}

const COUNTRIES = ['NG', 'GH', ''];
const DEVICES = ['Android', 'desktop', 'fridge', 'iPhone'];

/** A visitor always has the same country and device, so it does not matter which visit of a day is kept. */
function visitOf({ visitor, createdAt }: EventSequence['visits'][number]) {
  const place = { countryCode: COUNTRIES[visitor % 3]!, country: '', region: '', city: '' };
  const device = { deviceName: '', deviceType: DEVICES[visitor % 4]!, deviceSerial: 'x' };
  return { id: newId(), day: lagosDate(createdAt), ip: `10.0.0.${visitor}`, ...place, ...device, createdAt };
}

/** The expected figures, computed directly. */
function expected({ users, purchases, visits, activities, items }: EventSequence): Expected {
  const sums: Expected = {};
  const seen = new Set<string>();
  const add = (createdAt: number, code: string, figures: Record<string, number | undefined>, once?: string) => {
    for (const period of periods(createdAt)) {
      if (once !== undefined) {
        if (seen.has(`${once} ${period}`)) continue;
        seen.add(`${once} ${period}`);
      }
      for (const place of new Set([code || 'ZZ', 'ALL'])) {
        const sum = (sums[`${period} ${place}`] ??= {});
        for (const [name, number] of Object.entries(figures)) if (number) sum[name] = (sum[name] ?? 0) + number;
      }
    }
  };
  const userAt = (number: number) => users[number % users.length]!;
  for (const user of users) add(user.createdAt, user.country, { newUsers: 1 });
  for (const { user, at } of activities) add(at, userAt(user).country, { activeUsers: 1 }, userAt(user).userId);
  for (const { buyer, lives, createdAt, amountKobo, revenueKobo } of purchases) {
    const isCompleted = lives.at(-1) === 'completed';
    const completed = isCompleted ? { completed: 1, volumeKobo: amountKobo, revenueKobo } : {};
    add(createdAt, userAt(buyer).country, { purchases: 1, ...completed });
  }
  const daily = new Map(visits.map((visit) => [`${visit.visitor} ${lagosDate(visit.createdAt)}`, visit]));
  for (const { visitor, createdAt } of daily.values()) {
    const device = [{ mobiles: 1 }, { computers: 1 }, {}, { mobiles: 1 }][visitor % 4]!;
    add(createdAt, COUNTRIES[visitor % 3]!, { newVisitors: 1, ...device });
  }
  for (const { createdAt, items: added } of items) add(createdAt, 'ALL', { newProducts: added });
  return Object.fromEntries(Object.entries(sums).filter(([, figures]) => Object.keys(figures).length > 0));
}

function periods(createdAt: number): string[] {
  const day = lagosDate(createdAt);
  const date = new Date(`${day}T00:00:00Z`);
  const monday = new Date(date);
  while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() - 1);
  return [`day ${day}`, `week ${monday.toISOString().slice(0, 10)}`, `month ${day.slice(0, 7)}-01`];
}

/** Wrong figures, in a country without events. */
export function strayFigures(): PeriodCounter {
  const tally = new PeriodCounter();
  tally.addToDay(lagosDate(FIRST_MS), 'FR', { newVisitors: 4, volumeKobo: 12 });
  return tally;
}
