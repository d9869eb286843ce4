import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/kernel/clock.js';
import { lagosDate } from '../../src/kernel/lagos-time.js';
import { OldAnswers } from '../../src/ledger/adapters/sql/old-answers.js';
import { Ledger } from '../../src/ledger/index.js';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { BACKENDS, IS_TIDB } from '../support/backend.js';
import { ManualClock } from '../support/clocks.js';
import { movement } from '../support/ledger-fixture.js';
import { signInStaff } from '../support/staff.js';
import { archiverOf } from './support/archived-books.js';
import { verify } from './verify.js';

const TRANSFERS = 130;
const day = (ahead: number) => lagosDate(Date.now() + ahead * DAY_MS);
const order = (receiver: TestUser, amount = 50) => ({ email: receiver.email, amount, messge: 'Lunch' });

describe.each(BACKENDS)('thirty days after transfers on %s', (backend) => {
  let service: TestApp;
  let [ada, obi] = [] as unknown as [TestUser, TestUser];
  let clerk: TestUser;
  let database: Database;
  let before: unknown;

  const send = (body: object, idempotencyKey: string) =>
    service.client.post('user_transfer_create', { as: ada, body, idempotencyKey });
  const rows = <Row>(sql: string, ...values: string[]) => database.rowsOnce<Row>(sql, values);
  const statesOf = async (scope: string) =>
    (
      await rows<{ state: string; n: number | string }>(
        'SELECT state, COUNT(*) AS n FROM money_request WHERE scope = ? GROUP BY state ORDER BY state',
        scope,
      )
    ).map(({ state, n }) => [state, Number(n)]);
  const forget = () => service.app.get(OldAnswers, { strict: false }).forget(Date.now() + DAY_MS);
  const balances = async () => {
    const found: unknown[] = [];
    for (const as of [ada, obi]) found.push((await service.client.get('user_wallet_get_info', { as })).body.DATA.balance);
    return found;
  };

  beforeAll(async () => {
    service = await startApp(backend);
    database = service.app.get(Database);
    [ada, obi] = [await service.register(), await service.register()];
    clerk = await signInStaff(service, 'userControl.viewHistory');
    await service.app.get(Ledger).commit(movement('system:suspense', ada.userid, 1_000_000));
    const answers = await Promise.all(Array.from({ length: TRANSFERS }, (_, index) => send(order(obi), `transfer-${index}`)));
    if (answers.some(({ status }) => status !== 200)) throw new Error('a transfer was refused');
    await send(order(obi, 9_000), 'too-much-1');
    before = await everything();
  });
  afterAll(() => service.close());

  /** What people read of transfers. */
  async function everything(): Promise<unknown> {
    const data = async (action: string, as: TestUser, query: Record<string, string>) => {
      const answer = await service.client.get(action, { as, query });
      expect([action, answer.status]).toEqual([action, 200]);
      return answer.body.DATA as unknown;
    };
    const sent = (await data('user_transfer_fetch', ada, { rqtp: 'sender' })) as { marker: string }[];
    const trid = sent.at(-1)!.marker;
    // Signed anew with the time of each reading.
    const receipt = (await data('user_transfer_receipt', ada, { trid })) as object;
    return {
      sent,
      received: await data('user_transfer_fetch', obi, { rqtp: 'receiver' }),
      one: await data('user_transfer_fetch', ada, { rqtp: 'mk', rqvl: trid }),
      history: await data('user_wallet_history', ada, { rqtp: 'all' }),
      ofOne: await data('user_wallet_history', ada, { rqtp: 'transaction', rqvl: trid }),
      receipt: { ...receipt, issued: '', signature: '' },
      shownToStaff: await data('control_user_wallet_history', clerk, { uxid: ada.userid }),
      statement: await data('user_wallet_statement', ada, { from: day(-2), to: day(1), format: 'csv' }),
    };
  }

  it('forgets answers in parts, whatever ends it between them', async () => {
    const broken = Object.create(database, {
      transaction: { value: () => Promise.reject(new Error('the process ended')) },
    }) as Database;
    const { keys, metrics } = service.app.get<unknown>(OldAnswers, { strict: false }) as Record<'keys' | 'metrics', never>;
    await expect(new OldAnswers(broken, keys, metrics).forget(Date.now() + DAY_MS)).rejects.toThrow('the process ended');
    expect(await statesOf(ada.userid)).toEqual([
      ['answered', TRANSFERS],
      ['refused', 1],
    ]);
    const others = await statesOf('system');
    await forget();
    expect(await statesOf(ada.userid)).toEqual([
      ['forgotten', TRANSFERS],
      ['refused', 1],
    ]);
    expect(await statesOf('system')).toEqual(others);
    expect(
      await rows('SELECT 1 FROM money_request WHERE scope = ? AND state = ? AND answer IS NOT NULL', ada.userid, 'forgotten'),
    ).toEqual([]);
    expect(await verify(service.config)).toMatchObject({ ok: true });
  });

  it('never executes a request again, and says so', async () => {
    const had = await balances();
    const repeated = await send(order(obi), 'transfer-7');
    expect([repeated.status, repeated.body.ERRORS.ID]).toEqual([409, 'idempotency_forgotten']);
    expect([repeated.headers.get('idempotency-replayed'), repeated.headers.get('retry-after')]).toEqual(['true', null]);
    const other = await send(order(obi, 51), 'transfer-7');
    expect([other.status, other.body.ERRORS.ID]).toEqual([422, 'idempotency_mismatch']);
    expect((await send(order(obi, 9_000), 'too-much-1')).body.ERRORS.ID).toBe('insufficient_funds');
    expect(await balances()).toEqual(had);
  });

  it('never executes a request again while its answer is forgotten', async () => {
    expect((await send(order(obi), 'transfer-late')).status).toBe(200);
    const had = await balances();
    const [, ...answers] = await Promise.all([forget(), ...Array.from({ length: 40 }, () => send(order(obi), 'transfer-late'))]);
    expect(new Set((answers as { status: number }[]).map(({ status }) => (status === 409 ? 200 : status)))).toEqual(
      new Set([200]),
    );
    expect(await balances()).toEqual(had);
    expect((await send(order(obi), 'transfer-late')).body.ERRORS.ID).toBe('idempotency_forgotten');
  });

  it('answers the same as before, from files', async () => {
    before = await everything();
    const books = { config: service.config, database, dataSource: undefined as never };
    const late = new ManualClock(Date.now() + 40 * DAY_MS);
    const { ok, parts } = await archiverOf(books, late).execute({ olderThan: { days: 30 }, keptBatches: 0 });
    expect([ok, parts.length]).toEqual([true, 1]);
    const [left] = await rows<{ n: number | string }>('SELECT COUNT(*) AS n FROM posting WHERE account_id = ?', ada.userid);
    // What is behind the slowest consumer of journals stays.
    expect(Number(left!.n)).toBeLessThan(TRANSFERS / 2);
    expect(await everything()).toEqual(before);
    expect(await verify(service.config)).toMatchObject({ ok: true });
  });

  it('archives nothing of the current month, and nothing of thirty days', async () => {
    const books = { config: service.config, database, dataSource: undefined as never };
    const soon = new ManualClock(Date.now() + 20 * DAY_MS);
    expect(await archiverOf(books, soon).execute({ olderThan: { days: 30 }, keptBatches: 0 })).toMatchObject({ parts: [] });
  });

  it.skipIf(IS_TIDB)('refuses every other change of a record', async () => {
    expect((await send(order(obi), 'transfer-guarded')).status).toBe(200);
    const where = "WHERE scope = ? AND state = 'answered'";
    for (const change of [
      "SET state = 'forgotten'",
      "SET state = 'forgotten', answer = NULL, digest = 'another'",
      "SET state = 'forgotten', answer = NULL, journal_id = NULL",
      "SET state = 'pending', answer = NULL",
      'SET answer = NULL',
    ])
      await expect(rows(`UPDATE money_request ${change} ${where}`, ada.userid)).rejects.toThrow('money_request is append-only');
    await expect(rows("UPDATE money_request SET state = 'answered' WHERE state = 'forgotten'")).rejects.toThrow('append-only');
    await expect(rows("DELETE FROM money_request WHERE state = 'forgotten'")).rejects.toThrow('append-only');
  });

  it.skipIf(IS_TIDB)('leaves a record that is not as it was sealed to be found', async () => {
    await rows('DROP TRIGGER money_request_no_update');
    await rows("UPDATE money_request SET answer = '{}' WHERE scope = ? AND state = 'answered'", ada.userid);
    await forget();
    expect(await statesOf(ada.userid)).toContainEqual(['answered', 1]);
    expect(await verify(service.config)).toMatchObject({ ok: false, wrong: { table: 'money_request', column: 'seal' } });
  });
});
