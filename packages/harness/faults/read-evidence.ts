import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import type { Cluster } from '../cluster/cluster.js';
import type { Bank, User } from './bank.js';
import { hasEnded, missingWebhooks } from './books.js';
import type { BookedPurchase, Evidence } from './evidence.js';
import type { Workload } from './workload.js';

const CAUGHT_UP_MS = 120_000;
const LOOK_EVERY_MS = 500;
/** Whose whole histories are read through the interface. */
const READERS = 2;

type Read = <Row>(sql: string) => Promise<Row[]>;

/** While no request is under way; waits for what follows a payment. */
export async function readEvidence(
  { databaseUrl, service }: Cluster,
  { users, subscriber }: Bank,
  { transfers, purchases: acknowledged, refusals }: Workload,
  orderedFrom: number,
): Promise<Evidence> {
  const connection = await createConnection({ uri: databaseUrl, supportBigNumbers: true });
  const read: Read = async <Row>(sql: string) => (await connection.query(sql))[0] as Row[];
  try {
    const purchases = await caughtUp(
      () => readPurchases(read),
      (rows) => rows.every(hasEnded),
    );
    const webhooks = await caughtUp(
      () => subscriber.received,
      (received) => missingWebhooks({ acknowledged: { transfers }, purchases, webhooks: received }).length === 0,
    );
    return {
      users,
      acknowledged: { transfers, purchases: acknowledged, refusals },
      transfers: await readTransfers(read),
      purchases,
      balances: await readBalances(read),
      histories: await Promise.all(users.slice(0, READERS).map((user) => readHistory(read, user))),
      webhooks: [...webhooks],
      orderedFrom,
      verification: await service.runCommand('ledger:verify', '--json'),
    };
  } finally {
    connection.destroy();
  }
}

async function readPurchases(read: Read): Promise<BookedPurchase[]> {
  const rows = await read<Omit<BookedPurchase, 'kobo'> & { amount: number | string; charges: string | null }>(
    'SELECT id, user_id AS userId, status, amount_kobo AS amount, charges, customer_id AS customerId FROM purchase',
  );
  return rows.map(({ amount, charges, ...row }) => ({ ...row, kobo: Number(amount) + chargedKobo(charges) }));
}

function chargedKobo(charges: string | null): number {
  const lines = JSON.parse(charges ?? '[]') as { amountKobo: number }[];
  return lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
}

async function readTransfers(read: Read): Promise<string[]> {
  const rows = await read<{ subject: string }>("SELECT subject FROM journal WHERE kind = 'transfer'");
  return rows.map(({ subject }) => subject);
}

async function readBalances(read: Read): Promise<Map<string, number>> {
  const rows = await read<{ id: string; kobo: number | string }>('SELECT id, balance_kobo AS kobo FROM ledger_account');
  return new Map(rows.map(({ id, kobo }) => [id, Number(kobo)]));
}

async function readHistory(read: Read, { client, userId, email }: User): Promise<Evidence['histories'][number]> {
  const [booked] = await read<{ count: number | string; kobo: number | string }>(
    `SELECT COUNT(*) AS count, SUM(amount_kobo) AS kobo FROM posting WHERE account_id = '${userId}'`,
  );
  let [count, kobo] = [0, 0];
  for await (const { amount } of client.items('user_wallet_history', { rqtp: 'all' })) {
    count++;
    kobo += Math.round(amount * 100);
  }
  return { email, booked: { count: Number(booked?.count), kobo: Number(booked?.kobo) }, shown: { count, kobo } };
}

/** Looks until it is complete, or it took too long. */
async function caughtUp<T>(look: () => T | Promise<T>, isComplete: (found: T) => boolean): Promise<T> {
  const end = Date.now() + CAUGHT_UP_MS;
  for (;;) {
    const found = await look();
    if (isComplete(found) || Date.now() > end) return found;
    await sleep(LOOK_EVERY_MS);
  }
}
