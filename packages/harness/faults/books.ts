/** What must hold after a fault, of the evidence alone: each check names in a sentence whatever is wrong. */
import type { ReceivedEvent } from '../demo/subscriber.js';
import type { BookedPurchase, Evidence } from './evidence.js';

type Check = (evidence: Evidence) => string[];

export const CHECKS: Readonly<Record<string, Check>> = {
  refusals: ({ acknowledged: { refusals } }) => [...refusals].map(([call, count]) => `${count} calls refused: ${call}`),

  endings: ({ purchases }) => {
    const pending = purchases.filter((purchase) => !hasEnded(purchase));
    return pending.length > 0 ? [`${pending.length} purchases did not end`] : [];
  },

  transfers: ({ acknowledged, transfers }) => compare('transfers', [...acknowledged.transfers.keys()], transfers),

  purchases: ({ acknowledged, purchases }) =>
    compare(
      'purchases',
      [...acknowledged.purchases],
      purchases.map(({ id }) => id),
    ),

  balances: (evidence) => {
    const { users, balances } = evidence;
    const expected = expectedBalances(evidence);
    const differing = users.filter(({ userId }) => balances.get(userId) !== expected.get(userId));
    return differing.map(
      ({ userId, email }) => `the balance of ${email} is ${balances.get(userId)} kobo instead of ${expected.get(userId)}`,
    );
  },

  total: ({ balances }) => {
    const total = [...balances.values()].reduce((sum, kobo) => sum + kobo, 0);
    return total === 0 ? [] : [`all accounts together have ${total} kobo instead of 0`];
  },

  histories: ({ histories }) =>
    histories
      .filter(({ booked, shown }) => booked.count !== shown.count || booked.kobo !== shown.kobo)
      .map(
        ({ email, booked, shown }) =>
          `the history of ${email} has ${shown.count} entries over ${shown.kobo} kobo instead of ${booked.count} over ${booked.kobo}`,
      ),

  webhooks: (evidence) => {
    const missing = missingWebhooks(evidence);
    return missing.length > 0 ? [`${missing.length} webhooks did not arrive, as ${missing[0]}`] : [];
  },

  order: (evidence) => {
    const arrivals = firstArrivals(evidence.webhooks);
    const late = [...expectedWebhooks(evidence)].filter(([id, types]) =>
      isDisordered(
        types.map((type) => arrivals.get(`${type} ${id}`)),
        evidence.orderedFrom,
      ),
    );
    return late.length > 0 ? [`webhooks of ${late.length} subjects came out of order, as those of ${late[0]![0]}`] : [];
  },

  verification: ({ verification: { exitCode, output } }) => (exitCode === 0 ? [] : [`ledger:verify: ${output.trim()}`]),
};

/** @returns a sentence for everything that is wrong */
export function checkBooks(evidence: Evidence): string[] {
  return Object.values(CHECKS).flatMap((check) => check(evidence));
}

/** A delivery to such a number is taken back afterwards. */
export function hasEnded({ status, customerId }: BookedPurchase): boolean {
  return status !== 'pending' && !(status === 'completed' && customerId.endsWith('0005'));
}

/** Names of those that were not received, each of its type and subject. */
export function missingWebhooks(evidence: WebhookEvidence): string[] {
  const arrivals = firstArrivals(evidence.webhooks);
  const names = [...expectedWebhooks(evidence)].flatMap(([id, types]) => types.map((type) => `${type} ${id}`));
  return names.filter((name) => !arrivals.has(name));
}

interface WebhookEvidence extends Pick<Evidence, 'purchases' | 'webhooks'> {
  readonly acknowledged: Pick<Evidence['acknowledged'], 'transfers'>;
}

/** Types in their order, by subject. */
function expectedWebhooks({ acknowledged, purchases }: WebhookEvidence): Map<string, string[]> {
  const wanted = new Map([...acknowledged.transfers.keys()].map((id) => [id, ['transfer.completed']]));
  for (const { id, status } of purchases)
    wanted.set(id, status === 'reversed' ? ['purchase.completed', 'purchase.reversed'] : [`purchase.${status}`]);
  return wanted;
}

/** The place at which each webhook was first received; repetitions may come at any time. */
function firstArrivals(received: readonly ReceivedEvent[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const [place, { type, data }] of received.entries()) {
    const name = `${type} ${String(data.transferId ?? data.purchaseId)}`;
    if (!first.has(name)) first.set(name, place);
  }
  return first;
}

/** Whether one from that place on came before an earlier one of its subject. */
export function isDisordered(places: readonly (number | undefined)[], from: number): boolean {
  return places.some((place, index) => {
    const isEarlier = (earlier: number | undefined) => earlier !== undefined && place !== undefined && earlier < place;
    return place !== undefined && place >= from && !places.slice(0, index).every(isEarlier);
  });
}

function expectedBalances({ users, acknowledged, purchases }: Evidence): Map<string, number> {
  const expected = new Map(users.map(({ userId, openingKobo }) => [userId, openingKobo]));
  const add = (userId: string, kobo: number) => expected.set(userId, (expected.get(userId) ?? 0) + kobo);
  for (const { from, to, kobo } of acknowledged.transfers.values()) {
    add(from, -kobo);
    add(to, kobo);
  }
  for (const { userId, status, kobo } of purchases) if (status === 'completed') add(userId, -kobo);
  return expected;
}

/** Each that was acknowledged is booked once, and nothing else is. */
function compare(what: string, acknowledged: readonly string[], booked: readonly string[]): string[] {
  const found = new Set(booked);
  const told = new Set(acknowledged);
  const lost = acknowledged.filter((id) => !found.has(id));
  const unknown = [...found].filter((id) => !told.has(id));
  return [
    ...(lost.length > 0 ? [`${lost.length} acknowledged ${what} are not in the books, as ${lost[0]}`] : []),
    ...(unknown.length > 0 ? [`${unknown.length} ${what} are booked that nobody was told of, as ${unknown[0]}`] : []),
    ...(booked.length > found.size ? [`${booked.length - found.size} ${what} are booked twice`] : []),
  ];
}
