import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import mysql from 'mysql2/promise';
import { Replayed } from '../../src/kernel/caller.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { GroupCommitLedger } from '../../src/ledger/application/group-commit-ledger.js';
import { MysqlLedgerStore } from '../../src/ledger/adapters/mysql/mysql-ledger-store.js';
import { DatabaseEnvironment } from '../../src/platform/database/database.settings.js';
import { stopProcess } from '../../packages/harness/servers/stop-process.js';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { startPrivateDatabase } from '../../packages/harness/servers/services.js';
import { IS_TIDB } from '../support/backend.js';
import { chainKeysOf, movement, openLedger, proofOf, telemetryOf, type LedgerFixture } from '../support/ledger-fixture.js';
import { connectionLost } from '../support/memory-ledger-store.js';
import { verify } from '../ledger/verify.js';
import { CRASH_POINTS, type CrashPoint, watchMysql } from './crash-points.js';

/** Enough for batches on two connections. */
const WALLETS = 24;
const OPENING = 1_000_000;
const CALLERS = 32;
const READ_ONLY = IS_TIDB ? 'tidb_super_read_only' : 'read_only';
/** TiDB reads it and does not hold it. */
const LIMITS = IS_TIDB ? [] : ['MAX_USER_CONNECTIONS'];
/** One within a transaction ends the whole server of TiDB (a nil pointer when it rolls back), which the kills of the server stand for. */
const KILLS = IS_TIDB ? [] : ['KILL'];

type Strike = (point: CrashPoint) => Promise<Error | void>;
const calm: Strike = () => Promise.resolve();
let strike = calm;
watchMysql((point) => strike(point));

describe('a database server killed during writes', () => {
  let server: PrivateServer;
  let books: LedgerFixture;
  let ledgers: GroupCommitLedger[];
  let wallets: string[];
  beforeAll(async () => {
    server = await startPrivateDatabase({ durable: true });
    books = await openLedger('mysql', { DATABASE_URL: `${server.url}/harmattan` });
    ledgers = [books.ledger, books.anotherLedger()];
    wallets = await Promise.all(Array.from({ length: WALLETS }, () => books.wallet(OPENING)));
  });
  afterEach(() => {
    strike = calm;
  });
  afterAll(async () => {
    await books.close();
    await server.stop();
  });

  it.each(CRASH_POINTS)('%s: every caller gets a correct answer', async (point) => {
    let struck = 0;
    strike = async (now) => {
      if (now !== point || ++struck !== 3) return;
      await server.kill();
      void server.restart();
    };
    await expectTruth(20);
    expect(struck).toBeGreaterThan(3);
  });

  it('after a commit with a lost answer: the ledger recognises its own commit', async () => {
    let struck = 0;
    strike = (now) => Promise.resolve(now === 'after commit' && ++struck % 2 === 0 ? connectionLost() : undefined);
    await expectTruth(10);
    expect(struck).toBeGreaterThan(3);
  });

  it('at random times: every caller gets a correct answer', async () => {
    const killing = (async () => {
      for (const afterMs of [20, 130, 350]) {
        await pause(afterMs);
        await server.restart();
      }
    })();
    await expectTruth(60, () => killing);
  });

  it.each(KILLS)('with connections ended one by one by %s, idle or busy: callers see no error', async (kill) => {
    let working = true;
    let killed = 0;
    const killing = (async () => {
      const operator = await mysql.createConnection(server.url);
      while (working) {
        const [rows] = await operator.query("SELECT id FROM information_schema.processlist WHERE db = 'harmattan'");
        for (const { id } of rows as { id: number }[])
          await operator.query(`${kill} ${id}`).then(
            () => killed++,
            () => undefined,
          );
        await pause(40);
      }
      await operator.end();
    })();
    await expectTruth(20, () => {
      working = false;
      return killing;
    });
    expect(killed).toBeGreaterThan(5);
  });

  it('that hangs silently does not block callers for ever', async () => {
    const store = new MysqlLedgerStore(books.config.databaseUrl!, proofOf(books), { ...dialect(), answerMs: 300 });
    const ledger = new GroupCommitLedger(store, new SystemClock(), chainKeysOf(books.config).current, telemetryOf(books.config));
    await ledger.commit(movement(wallets[0]!, wallets[1]!, 1));
    await stopProcess(server.pid!);
    const waiting = ledger.commit(movement(wallets[0]!, wallets[1]!, 1));
    await pause(1_500);
    process.kill(server.pid!, 'SIGCONT');
    await expect(waiting).resolves.toMatchObject({ committedAt: expect.any(Number) as number });
    await ledger.close();
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('that stops accepting writes is left for another connection', async () => {
    const operator = await mysql.createConnection(server.url);
    for (const host of ['localhost', '127.0.0.1']) {
      await operator.query(`CREATE USER plain@'${host}'`);
      await operator.query(`GRANT ALL ON harmattan.* TO plain@'${host}'`);
    }
    const connections = async () => {
      const [rows] = await operator.query("SELECT id FROM information_schema.processlist WHERE user = 'plain'");
      return (rows as { id: number }[]).map(({ id }) => id);
    };
    const plain = new URL(books.config.databaseUrl!);
    plain.username = 'plain';
    const store = new MysqlLedgerStore(plain.href, proofOf(books), dialect());
    const ledger = new GroupCommitLedger(store, new SystemClock(), chainKeysOf(books.config).current, telemetryOf(books.config));
    await ledger.commit(movement(wallets[0]!, wallets[1]!, 1));
    const [before] = await connections();
    await operator.query(`SET GLOBAL ${READ_ONLY} = 1`);
    const waiting = ledger.commit(movement(wallets[0]!, wallets[1]!, 1));
    await expect.poll(async () => (await connections()).includes(before!)).toBe(false);
    await operator.query(`SET GLOBAL ${READ_ONLY} = 0`);
    await expect(waiting).resolves.toMatchObject({ committedAt: expect.any(Number) as number });
    await ledger.close();
    await operator.end();
  });

  it.each(LIMITS)('that allows one connection only (%s) is used with one, and with two where it allows more', async (limit) => {
    const operator = await mysql.createConnection(server.url);
    for (const host of ['localhost', '127.0.0.1']) {
      await operator.query(`CREATE USER narrow@'${host}' WITH ${limit} 1`);
      await operator.query(`GRANT ALL ON harmattan.* TO narrow@'${host}'`);
    }
    await operator.end();
    const narrow = new URL(books.config.databaseUrl!);
    narrow.username = 'narrow';
    for (const [url, lanes] of [
      [narrow.href, 1],
      [books.config.databaseUrl!, 2],
    ] as const) {
      const store = new MysqlLedgerStore(url, proofOf(books), dialect());
      const ledger = new GroupCommitLedger(
        store,
        new SystemClock(),
        chainKeysOf(books.config).current,
        telemetryOf(books.config),
      );
      for (let turn = 0; turn < 20; turn++) {
        const commands = Array.from({ length: 60 }, (_, from) =>
          movement(wallets[from % WALLETS]!, wallets[(from + 1) % WALLETS]!, 1),
        );
        await Promise.all(commands.map((command) => ledger.commit(command)));
      }
      expect(store.maxConcurrentBatches).toBe(lanes);
      await ledger.close();
    }
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  const dialect = () => ({ dialect: books.config.of(DatabaseEnvironment).DATABASE_DIALECT });

  /** Concurrent callers pay through two ledgers, each request by both; afterwards the ledger is compared with the answers. */
  async function expectTruth(paymentsEach: number, peace?: () => Promise<void>): Promise<void> {
    const told: { journal: string; outcomes: string[] }[] = [];
    const caller = async (_: unknown, me: number) => {
      for (let turn = 0; turn < paymentsEach; turn++) {
        const [from, to] = [wallets[(me + turn) % WALLETS]!, wallets[(me + turn + 1 + (turn % 5)) % WALLETS]!];
        const command = movement(from, to, 1 + turn);
        const results = await Promise.all(ledgers.map((ledger) => ledger.commit(command)));
        const outcomes = results.map((result) => (result instanceof Replayed ? 'replayed' : 'committed')).toSorted();
        told.push({ journal: command.journal!.id, outcomes });
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    await peace?.();
    expect(told).toHaveLength(CALLERS * paymentsEach);
    expect(told.filter(({ outcomes }) => outcomes.join() !== 'committed,replayed')).toEqual([]);
    const journals = await books.database.rowsOnce<{ id: string }>('SELECT id FROM journal');
    const known = new Set(journals.map(({ id }) => id));
    expect(told.filter(({ journal }) => !known.has(journal))).toEqual([]);
    const [row] = await books.database.rowsOnce<{ total: string }>(
      "SELECT SUM(balance_kobo) AS total FROM ledger_account WHERE kind = 'wallet'",
    );
    expect(Number(row!.total)).toBe(WALLETS * OPENING);
    expect(await verify(books.config)).toMatchObject({ ok: true, journals: journals.length });
  }
});
