import type { DataSource } from 'typeorm';
import { type Installation, run, runYardstick } from '../installation.js';
import { databasePid } from '../cpu.js';
import { type Books, type Peer, transferPlan } from './peers.js';

/** The note says which request it was, because idempotency keys are only stored as digests. */
const bodyOf = (mark: string) => `{"email":"{receiver}","amount":50,"messge":"${mark}{index}"}`;

/** The service in ROLE=all, with all that follows a transfer. */
export function servicePeer(place: Installation, database: DataSource): Peer {
  return {
    name: 'Harmattan on MariaDB',
    databasePid: databasePid(),
    most: 8_000,
    start: () => run(place),
    plan: (mark, hot) => transferPlan(place, '/?req=user_transfer_create', bodyOf(mark), hot, { signed: true }),
    check: (mark, acknowledged) =>
      booksIn(database, mark, acknowledged, {
        keys: 'SELECT note AS k FROM transfer WHERE note LIKE ?',
        wrong: `SELECT COUNT(*) AS n FROM ledger_account a
          WHERE balance_kobo <> (SELECT COALESCE(SUM(amount_kobo), 0) FROM posting WHERE account_id = a.id)`,
        drift: 'SELECT COALESCE(SUM(balance_kobo), 0) AS n FROM ledger_account',
      }),
  };
}

/** The ordinary way, on the same database. */
export function ordinaryPeer(place: Installation, database: DataSource): Peer {
  const each = 100_000_000_000;
  return {
    name: 'ordinary way on MariaDB',
    databasePid: databasePid(),
    most: 2_000,
    start: () => runYardstick('./ordinary/ordinary.app.js', place),
    plan: (mark, hot) => transferPlan(place, '/', bodyOf(mark), hot, { signed: true, keys: mark }),
    check: (mark, acknowledged) =>
      booksIn(database, mark, acknowledged, {
        keys: 'SELECT idempotencyKey AS k FROM o_transfer WHERE idempotencyKey LIKE ?',
        wrong: `SELECT COUNT(*) AS n FROM o_wallet w
          WHERE balance <> ${each} + (SELECT COALESCE(SUM(amount), 0) FROM o_posting WHERE walletId = w.id)`,
        drift: `SELECT COALESCE(SUM(balance - ${each}), 0) AS n FROM o_wallet`,
      }),
  };
}

interface Questions {
  readonly keys: string;
  readonly wrong: string;
  readonly drift: string;
}

async function booksIn(
  database: DataSource,
  mark: string,
  acknowledged: readonly number[],
  { keys, wrong, drift }: Questions,
): Promise<Books> {
  const rows = await database.query<{ k: string }[]>(keys, [`${mark}%`]);
  const recorded = rows.map(({ k }) => k);
  const found = new Set(recorded);
  const numberOf = async (sql: string) => Number((await database.query<{ n: string }[]>(sql))[0]!.n);
  return {
    missing: acknowledged.filter((number) => !found.has(`${mark}${number}`)).length,
    repeated: recorded.length - found.size,
    wrongBalances: await numberOf(wrong),
    drift: await numberOf(drift),
  };
}
