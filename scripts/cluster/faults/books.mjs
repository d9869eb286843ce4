/** What must hold after a fault, read from the database, through the interface, and at the subscriber of webhooks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';

const CAUGHT_UP_MS = 120_000;
/** Whose whole histories are read through the interface. */
const READERS = 2;

/**
 * While no request is under way.
 * @param orderedFrom how many webhooks had been received before those that must be in order
 * @returns {Promise<string[]>} a sentence for everything that is wrong
 */
export async function checkBooks(cluster, bank, workload, orderedFrom = 0) {
  const wrong = [...workload.refusals].map(([call, count]) => `${count} calls refused: ${call}`);
  const connection = await createConnection({ uri: cluster.databaseUrl, supportBigNumbers: true });
  const read = async (sql) => (await connection.query(sql))[0];
  try {
    const ends = await settledPurchases(read, wrong);
    await checkTransfers(read, workload, wrong);
    checkPurchases(ends, workload, wrong);
    await checkBalances(read, bank, workload, ends, wrong);
    await checkHistories(read, bank, wrong);
    await checkNotices(read, workload, wrong);
    await checkWebhooks(bank.subscriber, workload, ends, orderedFrom, wrong);
  } finally {
    connection.destroy();
  }
  const { exitCode, output } = await cluster.service.runCommand('ledger:verify', '--json');
  if (exitCode !== 0) wrong.push(`ledger:verify: ${output.trim()}`);
  return wrong;
}

/** Resolves to the purchases by id, when all have come to an end. */
async function settledPurchases(read, wrong) {
  const rows = await caughtUp(async () => {
    const purchases = await read(
      'SELECT id, user_id, status, amount_kobo + fee_kobo + surcharge_kobo AS kobo, customer_id FROM purchase',
    );
    const isPending = ({ status, customer_id: customer }) =>
      status === 'pending' || (status === 'completed' && customer.endsWith('0005'));
    return { found: purchases, missing: purchases.filter(isPending).length };
  });
  if (rows.missing > 0) wrong.push(`${rows.missing} purchases did not end in ${CAUGHT_UP_MS / 1000} s`);
  return new Map(rows.found.map((row) => [row.id, { ...row, kobo: Number(row.kobo) }]));
}

async function checkTransfers(read, { transfers }, wrong) {
  const booked = new Set((await read("SELECT subject FROM journal WHERE kind = 'transfer'")).map(({ subject }) => subject));
  const lost = [...transfers.keys()].filter((id) => !booked.has(id));
  if (lost.length > 0) wrong.push(`${lost.length} acknowledged transfers are not in the books, as ${lost[0]}`);
  if (booked.size !== transfers.size + (lost.length > 0 ? -lost.length : 0))
    wrong.push(`${booked.size} transfers are booked, ${transfers.size} were acknowledged`);
}

function checkPurchases(ends, { purchases }, wrong) {
  const lost = [...purchases.keys()].filter((id) => !ends.has(id));
  if (lost.length > 0) wrong.push(`${lost.length} acknowledged purchases are not in the books, as ${lost[0]}`);
  if (ends.size !== purchases.size) wrong.push(`${ends.size} purchases are booked, ${purchases.size} were acknowledged`);
}

async function checkBalances(read, { users }, { transfers }, ends, wrong) {
  const expected = new Map(users.map(({ userId, openingKobo }) => [userId, openingKobo]));
  const add = (userId, kobo) => expected.set(userId, expected.get(userId) + kobo);
  for (const { from, to, kobo } of transfers.values()) {
    add(from, -kobo);
    add(to, kobo);
  }
  for (const { user_id: userId, status, kobo } of ends.values()) if (status === 'completed') add(userId, -kobo);
  const accounts = await read('SELECT id, balance_kobo FROM ledger_account');
  const balances = new Map(accounts.map(({ id, balance_kobo: kobo }) => [id, Number(kobo)]));
  const differing = users.filter(({ userId }) => balances.get(userId) !== expected.get(userId));
  if (differing.length > 0) {
    const [{ userId, email }] = differing;
    wrong.push(
      `${differing.length} balances differ: ${email} has ${balances.get(userId)} kobo instead of ${expected.get(userId)}`,
    );
  }
  const total = [...balances.values()].reduce((sum, kobo) => sum + kobo, 0);
  if (total !== 0) wrong.push(`all accounts together have ${total} kobo instead of 0`);
}

async function checkHistories(read, { users }, wrong) {
  for (const { client, userId, email } of users.slice(0, READERS)) {
    const [{ entries, kobo }] = await read(
      `SELECT COUNT(*) AS entries, SUM(amount_kobo) AS kobo FROM posting WHERE account_id = '${userId}'`,
    );
    let [count, sum] = [0, 0];
    for await (const { amount } of client.items('user_wallet_history', { rqtp: 'all' })) {
      count++;
      sum += Math.round(amount * 100);
    }
    if (count !== Number(entries) || sum !== Number(kobo))
      wrong.push(`the history of ${email} has ${count} entries over ${sum} kobo instead of ${entries} over ${kobo}`);
  }
}

async function checkNotices(read, { transfers }, wrong) {
  const { found, missing } = await caughtUp(async () => {
    const rows = await read(
      "SELECT subject, COUNT(*) AS count FROM notice WHERE subject IN ('Transfer sent', 'Transfer received') GROUP BY subject",
    );
    const counts = rows.map(({ count }) => Number(count));
    const fewest = counts.length === 2 ? Math.min(...counts) : 0;
    return { found: counts, missing: transfers.size - fewest };
  });
  if (missing !== 0 || found.some((count) => count !== transfers.size))
    wrong.push(`${found.join(' and ')} notices of ${transfers.size} transfers`);
}

async function checkWebhooks({ received }, { transfers }, ends, orderedFrom, wrong) {
  const wanted = new Map([...transfers.keys()].map((id) => [id, ['transfer.completed']]));
  for (const { id, status } of ends.values())
    wanted.set(id, status === 'reversed' ? ['purchase.completed', 'purchase.reversed'] : [`purchase.${status}`]);
  const names = [...wanted].flatMap(([id, types]) => types.map((type) => `${type} ${id}`));
  const { found: arrivals, missing } = await caughtUp(() => {
    const first = firstArrivals(received);
    return { found: first, missing: names.filter((name) => !first.has(name)).length };
  });
  if (missing > 0) wrong.push(`${missing} of ${names.length} webhooks did not arrive`);
  const late = [...wanted].filter(([id, types]) =>
    isDisordered(
      types.map((type) => arrivals.get(`${type} ${id}`)),
      orderedFrom,
    ),
  );
  if (late.length > 0) wrong.push(`webhooks of ${late.length} subjects came out of order, as those of ${late[0][0]}`);
}

/** The place at which each webhook was first received; repetitions may come at any time. */
function firstArrivals(received) {
  const first = new Map();
  for (const [place, event] of received.entries()) if (!first.has(nameOf(event))) first.set(nameOf(event), place);
  return first;
}

/** Whether one from that place on came before an earlier one of its subject. */
export function isDisordered(places, from) {
  return places.some((place, index) => place >= from && places.slice(0, index).some((earlier) => !(earlier < place)));
}

const subjectOf = ({ data }) => data.transferId ?? data.purchaseId;
const nameOf = (event) => `${event.type} ${subjectOf(event)}`;

/** Looks until nothing is missing, or it took too long. */
async function caughtUp(look) {
  const end = Date.now() + CAUGHT_UP_MS;
  for (;;) {
    const state = await look();
    if (state.missing <= 0 || Date.now() > end) return state;
    await sleep(500);
  }
}
