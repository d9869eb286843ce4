import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { naira } from '../../src/kernel/money.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { AIRTIME } from '../contexts/purchases/support.js';
import { verify } from '../ledger/verify.js';
import type { TestUser } from '../support/app.js';
import { BACKENDS, makeBackend, type TestBackend } from '../support/backend.js';
import { type Answer, TestClient } from '../support/client.js';
import { until } from '../support/until.js';
import { type Compiled, compile } from './compiled.js';
import { runOut } from './run-out.js';
import type { Order, Place } from './proposal-child.js';

const OPENING = 5_000;
const PRICE = 500;
const PAID_IN = 40;
const GRANTS = ['userControl.transaction', 'otherControl.paymtMethod', 'otherControl.fiatCurency'];
/** A batch has many decisions. */
const TIMES: Readonly<Record<Place, number>> = { request: 9, commit: 1, answer: 1 };

interface Proposal {
  readonly id: string;
  /** In Naira, what the wallet gains where it is executed. */
  readonly gain: number;
}

interface Request {
  readonly as: TestUser;
  readonly key: string;
  readonly body: { readonly reqv: string; readonly decision: string; readonly pinc: string };
}

interface Row {
  readonly id: string;
  readonly subject: string;
  readonly status: string;
  readonly proposed_by: string;
  readonly approved_by: string;
  readonly decided_by: string;
}

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

describe.each(BACKENDS)('service killed during decisions on proposals on %s', (backend) => {
  let place: TestBackend;
  let child: ChildProcess;
  let client: TestClient;
  beforeAll(async () => {
    place = makeBackend(backend);
    await start();
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await place.remove();
  });

  const situations: [where: string, place: Place][] = [
    ['before the commit', 'request'],
    ['during the commit', 'commit'],
    ['between the commit and the answer', 'answer'],
  ];
  it.sequential.each(situations)('%s: each proposal moved money once, or not at all, and says so', async (_, crashPlace) => {
    const [clerk, first, second] = [await hire(), await hire(), await hire()];
    const owner = await register();
    await obey({ kind: 'pay in', userId: owner.userid, amountKobo: naira(OPENING) });
    const proposals = await propose(clerk, owner);
    const requests = proposals.flatMap(({ id }, index): Request[] => [
      request(first, id, 'approve'),
      request(second, id, index % 4 === 3 ? 'reject' : 'approve'),
      request(clerk, id, 'approve'),
    ]);

    await obey({ kind: 'arm', at: crashPlace, time: TIMES[crashPlace] });
    const gone = once(child, 'exit');
    const before = Promise.all(requests.map((each) => decide(each).catch(() => undefined)));
    expect((await gone)[1]).toBe('SIGKILL');
    const answered = await before;

    await runOut(place.config);
    await start();
    const after = await Promise.all(requests.map(decideForSure));
    const again = await Promise.all(requests.map(decideForSure));
    requests.forEach((each, index) => {
      const [earlier, then, later] = [answered[index], after[index]!, again[index]!];
      if (earlier?.status === 200) expect(then.body.DATA).toEqual(earlier.body.DATA);
      if (then.status === 200) expect(later.body.DATA).toEqual(then.body.DATA);
      if (each.as === clerk) expect(then.status).not.toBe(200);
    });
    const balance = (await client.get('user_wallet_get_info', { as: owner })).body.DATA.balance as number;

    const { rows, journals } = await written(proposals);
    const statusOf = (id: string) => rows.get(id)!.status;
    for (const { id } of proposals) {
      const { status, subject, proposed_by, approved_by, decided_by } = rows.get(id)!;
      const about = subject.startsWith('purchase:') ? subject.slice('purchase:'.length) : id;
      expect([id, status, journals.filter((each) => each === about).length]).toEqual([id, status, status === 'executed' ? 1 : 0]);
      expect(['executed', 'rejected']).toContain(status);
      expect([approved_by, decided_by]).not.toContain(proposed_by);
      expect(approved_by).not.toBe(decided_by);
    }
    requests.forEach(({ body }, index) => {
      const said = after[index]!.status === 200 ? (after[index]!.body.DATA.status as string) : 'approved';
      if (said !== 'approved') expect(statusOf(body.reqv)).toBe(said);
    });
    const gained = proposals.filter(({ id }) => statusOf(id) === 'executed').reduce((sum, { gain }) => sum + gain, 0);
    expect(balance).toBe(OPENING - 4 * PRICE + gained);
    expect(await verify(place.config)).toMatchObject({ ok: true });
  });

  async function propose(clerk: TestUser, owner: TestUser): Promise<Proposal[]> {
    const make = async (action: string, gain: number, body: object): Promise<Proposal> => {
      const { DATA } = (await post(action, clerk, { reason: 'Test', ...body })).body;
      return { id: DATA.MKID as string, gain };
    };
    const purchases = await Promise.all(Array.from({ length: 4 }, () => buy(owner)));
    const payments = await suspense(clerk, 6);
    return Promise.all([
      ...purchases.map((reqv, index) =>
        make('control_purchase_resolve', index < 2 ? 0 : PRICE, { reqv, outcome: index < 2 ? 'completed' : 'failed' }),
      ),
      ...payments.map((reqv, index) =>
        index < 3
          ? make('control_suspense_assign', PAID_IN, { reqv, emal: owner.email })
          : make('control_suspense_return', 0, { reqv, bank_reference: `FT-${reqv}` }),
      ),
      ...[10, 20, -30, 2_000_000, 3_000_000].map((amount) =>
        make('control_wallet_adjust', amount, { amount, emal: owner.email }),
      ),
    ]);
  }

  async function buy(as: TestUser): Promise<string> {
    const phone = `0803${String(Math.floor(Math.random() * 1_000)).padStart(3, '0')}0003`;
    return (await post('service_airtime_purchase', as, { ...AIRTIME, amount: PRICE, phone })).body.DATA.orderId as string;
  }

  /** Ids of payments that match no order. */
  async function suspense(clerk: TestUser, count: number): Promise<string[]> {
    const expected = new Set(Array.from({ length: count }, () => `tx-${newId()}`));
    await Promise.all([...expected].map(receive));
    const found = new Map<string, string>();
    await until(async () => {
      const { body } = await client.get('control_suspense_fetch', { as: clerk, query: { rqtp: 'open' } });
      const payments = (body.DATA?.result ?? []) as { transaction_id: string; marker: string }[];
      for (const { transaction_id, marker } of payments) if (expected.has(transaction_id)) found.set(transaction_id, marker);
      return found.size === count;
    });
    return [...found.values()];
  }

  async function receive(transactionId: string): Promise<void> {
    const data = { accountNumber: '9900000055', amount: PAID_IN, payerName: 'Chinua Obi', transactionId };
    const body = JSON.stringify({ type: 'deposit.received', data });
    const [eventId, timestamp] = [`event-${transactionId}`, new Date()];
    const headers = {
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
      'webhook-signature': new Webhook(place.config.sandboxWebhookSecret).sign(eventId, timestamp, body),
    };
    const { status } = await client.call('webhook_receive', { method: 'POST', query: { provider: 'sandbox' }, body, headers });
    expect(status).toBe(200);
  }

  function request(as: TestUser, reqv: string, decision: string): Request {
    return { as, key: `key-${newId()}`, body: { reqv, decision, pinc: '000000' } };
  }

  function decide({ as, key, body }: Request): Promise<Answer> {
    return client.post('control_proposal_decide', { as, idempotencyKey: key, body });
  }

  /** Repeats the request until it is answered, as a client does whose answer was lost, or that is told to come again. */
  async function decideForSure(given: Request): Promise<Answer> {
    for (;;) {
      const answer = await decide(given);
      const isInProgress = answer.status === 409 && answer.body.ERRORS.ID === 'idempotency_in_progress';
      if (!isInProgress && answer.status !== 503) return answer;
      await pause(100);
    }
  }

  async function post(action: string, as: TestUser, body: object): Promise<Answer> {
    const answer = await client.post(action, { as, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer;
  }

  async function register(): Promise<TestUser> {
    const email = `person-${newId().toLowerCase()}@example.com`;
    const password = 'Correct-horse-7';
    const device = { devt: 'Android', devs: newId(), devn: 'Pixel' };
    const { body } = await client.post('user_profile_create', {
      body: { fsnm: 'Ada', lsnm: 'Obi', emal: email, pswd: password, ...device },
    });
    return { ...(body.DATA as TestUser), email, password };
  }

  async function hire(): Promise<TestUser> {
    return (await obey({ kind: 'hire', user: await register(), grants: GRANTS })) as TestUser;
  }

  async function obey(order: Order): Promise<unknown> {
    const answer = once(child, 'message');
    child.send(order);
    return (await answer)[0];
  }

  async function start(): Promise<void> {
    child = fork(compiled.file('test/faults/proposal-child.ts'), { env: { ...process.env, ...place.environment } });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the service ended before it listened')));
    const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
    ended.catch(() => undefined);
    client = new TestClient(url);
  }

  /** The proposals by id, and the subjects of the journals that decisions post. */
  async function written(proposals: readonly Proposal[]): Promise<{ rows: Map<string, Row>; journals: string[] }> {
    const dataSource = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
    const rows = await dataSource.query<Row[]>('SELECT * FROM proposal');
    const kinds = "('settlement', 'refund', 'adjustment', 'suspense_return')";
    const journals = await dataSource.query<{ subject: string }[]>(`SELECT subject FROM journal WHERE kind IN ${kinds}`);
    await dataSource.destroy();
    const ids = new Set(proposals.map(({ id }) => id));
    return {
      rows: new Map(rows.filter(({ id }) => ids.has(id)).map((row) => [row.id, row])),
      journals: journals.map(({ subject }) => subject),
    };
  }
});
