import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TcpProxy } from '../../packages/harness/servers/tcp-proxy.js';
import type { GroupCommitLedger } from '../../src/ledger/application/group-commit-ledger.js';
import { MysqlLedgerStore } from '../../src/ledger/adapters/mysql/mysql-ledger-store.js';
import { Config } from '../../src/platform/config/config.js';
import { Database } from '../../src/platform/database/database.js';
import { DatabaseEnvironment } from '../../src/platform/database/database.settings.js';
import { makeBackend } from '../support/backend.js';
import { type LedgerFixture, movement, openLedgerAt, proofOf } from '../support/ledger-fixture.js';
import { until } from '../support/until.js';
import { verify } from './verify.js';

/** No statement is given up for its time. */
const NEVER_MS = 86_400_000;

describe('connections to MySQL that stay open and bring nothing any more', () => {
  let books: LedgerFixture;
  let proxy: TcpProxy;
  /** Through the proxy. */
  let ledger: GroupCommitLedger;
  let database: Database;
  let [ada, ben] = ['', ''];
  beforeAll(async () => {
    const place = makeBackend('mysql');
    books = await openLedgerAt(place);
    let url: string;
    ({ proxy, url } = await TcpProxy.before(place.config.databaseUrl!));
    const config = Config.load({ ...place.environment, DATABASE_URL: url });
    const dialect = config.of(DatabaseEnvironment).DATABASE_DIALECT;
    const store = new MysqlLedgerStore(url, proofOf(books), { answerMs: NEVER_MS, dialect });
    ledger = books.anotherLedger(() => store);
    const timeouts = { connectionMs: NEVER_MS, statementMs: NEVER_MS };
    database = new Database(books.dataSource, undefined, url, [], timeouts);
    [ada, ben] = [await books.wallet(100_000), await books.wallet(0)];
  });
  afterAll(async () => {
    await database.close();
    await books.close();
    await proxy.close();
  });

  const sessions = async () => {
    const sql = 'SELECT id FROM information_schema.processlist WHERE db = DATABASE()';
    return new Set((await books.database.rows<{ id: number | string }>(sql)).map(({ id }) => Number(id)));
  };
  const sessionOf = async (sql = 'SELECT CONNECTION_ID() AS id') =>
    Number((await database.rowsOnce<{ id: number | string }>(sql))[0]!.id);

  it('are ended at both sides, and the batch is committed once', async () => {
    const others = await sessions();
    await ledger.commit(movement(ada, ben, 1));
    const own = [...(await sessions())].filter((id) => !others.has(id));
    expect(own).toHaveLength(1);
    proxy.halfOpenAll();
    await expect(ledger.commit(movement(ada, ben, 10))).resolves.toMatchObject({ committedAt: expect.any(Number) as number });
    expect(await books.wallets.balanceOf(ben)).toBe(11);
    await until(async () => !(await sessions()).has(own[0]!));
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('are found by their answer that was lost, and the batch is committed once', async () => {
    const balance = await books.wallets.balanceOf(ben);
    await ledger.commit(movement(ada, ben, 1));
    proxy.halfOpenAll('answers');
    await ledger.commit(movement(ada, ben, 10));
    expect(await books.wallets.balanceOf(ben)).toBe(balance! + 11);
  });

  it('fail the statement of a pool that met one, and no other', async () => {
    const ids = await Promise.all(
      Array.from({ length: 3 }, () => sessionOf('SELECT CONNECTION_ID() AS id FROM (SELECT SLEEP(0.2)) AS s')),
    );
    expect(new Set(ids).size).toBe(3);
    proxy.halfOpenAll();
    await expect(sessionOf()).rejects.toMatchObject({ failure: 'database.unavailable' });
    for (const id of await Promise.all([sessionOf(), sessionOf(), sessionOf()])) expect(ids).not.toContain(id);
  });

  it('are not taken for those of a statement that takes long', async () => {
    const holder = books.dataSource.createQueryRunner();
    await holder.query("SELECT GET_LOCK('half-open', 0)");
    const [id, accepted] = [await sessionOf(), proxy.accepted];
    let isDone = false;
    const slow = sessionOf("SELECT CONNECTION_ID() AS id FROM (SELECT GET_LOCK('half-open', 3600)) AS waited");
    void slow.finally(() => (isDone = true));
    // Three looks on connections of their own.
    await until(() => proxy.accepted >= accepted + 3);
    expect(isDone).toBe(false);
    await holder.query("SELECT RELEASE_LOCK('half-open')");
    expect(await slow).toBe(id);
    await holder.release();
  });
});
