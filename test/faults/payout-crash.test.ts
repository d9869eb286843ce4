import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../packages/harness/random.js';
import { MonnifySimulator } from '../../packages/simulators/monnify/monnify-simulator.js';
import { PaystackSimulator } from '../../packages/simulators/paystack/paystack-simulator.js';
import type { Payout, PayoutScenario } from '../../packages/simulators/shared/payout-books.js';
import { newId } from '../../src/kernel/ids.js';
import { providerHeld } from '../../src/ledger/index.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { BACKENDS, makeBackend, type TestBackend } from '../support/backend.js';
import { TestClient } from '../support/client.js';
import { until } from '../support/until.js';
import { verify } from '../ledger/verify.js';
import { type Compiled, compile } from './compiled.js';
import { runOut } from './run-out.js';
import type { Order, Place, Report } from './payout-child.js';

/** 2,000 take minutes: PAYOUT_FAULTS_COUNT=2000. */
const PAYOUTS = Number(process.env['PAYOUT_FAULTS_COUNT'] ?? 64);
const SEED = Number(process.env['PAYOUT_FAULTS_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const KILLS = Math.min(10, Math.round(PAYOUTS / 16));
const USERS = 8;
const PRICE = 100;
const OPENING = 100_000;
const AT_EACH_PLACE = 12;
const TOKEN = 'a-token-of-the-approvals';

/** What becomes of an account at a provider, and how often. */
const FATES: readonly (readonly [PayoutScenario, number])[] = [
  [{ end: 'paid' }, 38],
  [{ end: 'paid', pendingQueries: 1 }, 8],
  [{ end: 'paid', webhook: 'twice' }, 4],
  [{ end: 'paid', webhook: 'early' }, 4],
  [{ end: 'failed' }, 12],
  [{ end: 'failed', pendingQueries: 1 }, 4],
  [{ end: 'refused' }, 6],
  [{ end: 'paid', answer: 'done_then_close' }, 6],
  [{ end: 'paid', answer: 'done_then_error' }, 4],
  [{ end: 'paid', answer: 'done_then_garbage', hiddenQueries: 1 }, 4],
  [{ end: 'paid', answer: 'done_then_hang' }, 2],
  [{ end: 'failed', answer: 'done_then_close' }, 4],
  [{ end: 'lost', answer: 'done_then_close' }, 4],
];

interface Paid {
  readonly account: string;
  readonly status: string;
  readonly provider: string;
  readonly reference: string;
  readonly queries: number | string;
  readonly held: string;
}

type Ordered = Extract<Order, { do: 'pay out' }>['payouts'][number];

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

describe.each(BACKENDS)('payouts by two providers on %s', { concurrent: true }, (backend) => {
  const random = new Random(SEED);
  let companies: Readonly<Record<string, PaystackSimulator | MonnifySimulator>>;
  let place: TestBackend;
  let child: ChildProcess;
  const users: string[] = [];
  let accounts = 0;
  /** A provider takes them and knows nothing of them. */
  const lost = new Set<string>();
  beforeAll(async () => {
    const [paystack, monnify] = [await PaystackSimulator.start(), await MonnifySimulator.start()];
    companies = { paystack, monnify };
    const environment = { ...paystack.environment, ...monnify.environment, PAYOUT_PROVIDERS: 'paystack,monnify' };
    place = makeBackend(backend, { ...environment, PAYOUT_APPROVAL_TOKEN: TOKEN, RATE_LIMIT_SCALE: '100' });
    await register(await start());
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await Promise.all([...Object.values(companies).map((company) => company.stop()), place.remove()]);
  });

  const places: readonly (readonly [where: string, at: Place])[] = [
    ['between the hold and the answer of its commit', 'hold'],
    ['between the hold and the call of the provider', 'call'],
    ['between the registration of the account and the order', 'registered'],
    ["between the provider's answer and the settlement", 'answer'],
    ['between the messages of a page of journals and its cursor', 'messages'],
  ];
  it.sequential.each(places)('killed %s: each is paid once, refunded or open', async (_, at) => {
    const open = ordered(AT_EACH_PLACE);
    const gone = once(child, 'exit');
    child.send({ do: 'pay out', payouts: [...open.values()], killedAt: at } satisfies Order);
    expect((await gone)[1]).toBe('SIGKILL');
    await runOut(place.config);
    await start();
    await payOut(open, open.size);
    await settled();
    const paid = await expectRight();
    // What was held and never sent is sent, and what may have been sent is sent again under its reference.
    expect(paid.filter(({ status }) => status === 'pending')).toEqual([]);
  });

  it.sequential(`with random faults and killed ${KILLS} times: each is paid once, refunded or open (seed ${SEED})`, async () => {
    const open = ordered(PAYOUTS);
    for (const { account } of open.values()) {
      const fates = Object.values(companies).map((company) => [company, fate()] as const);
      for (const [company, scenario] of fates) company.payouts.scenarios.for(account, scenario);
      if (fates.some(([, { end }]) => end === 'lost')) lost.add(account);
    }
    for (let kill = 1; kill <= KILLS; kill++) {
      const enough = Math.round((open.size / (KILLS + 2 - kill)) * (0.5 + random.next()));
      await payOut(open, enough);
      child.kill('SIGKILL');
      await once(child, 'exit');
      if (kill === KILLS) await runOut(place.config);
      // At every other time the first company asks whether it may pay.
      await start({ isAsked: kill % 2 === 1 });
    }
    await payOut(open, open.size);
    await settled();
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    const paid = await expectRight();
    // Else this would prove nothing.
    const count = (status: string) => paid.filter((payout) => payout.status === status).length;
    expect(count('completed')).toBeGreaterThan(PAYOUTS / 3);
    expect(count('failed')).toBeGreaterThan(PAYOUTS / 40);
    expect(new Set(paid.map(({ provider }) => provider)).size).toBe(2);
  });

  /** Nothing is under way any more. */
  const settled = () => until(async () => (await ours()).every(isSettled), { everyMs: 500 });

  async function expectRight(): Promise<readonly Paid[]> {
    const paid = await ours();
    expect(paid).toHaveLength(accounts);
    expect(paid.filter((payout) => !isRight(payout))).toEqual([]);
    for (const company of Object.values(companies)) expect(company.complaints).toEqual([]);
    const sum = (which: (payout: Paid) => boolean) => paid.filter(which).length * PRICE * 100;
    for (const name of Object.keys(companies))
      expect(await balanceOf([providerHeld(name)])).toBe(
        sum((payout) => payout.status === 'pending' && payout.provider === name),
      );
    const spent = sum(({ status }) => status !== 'failed');
    expect(await balanceOf(users)).toBe(USERS * OPENING * 100 - spent);
    expect(await verify(place.config)).toMatchObject({ ok: true });
    return paid;
  }

  const theirs = (provider: string, reference: string): Payout | undefined =>
    companies[provider]!.payouts.books.payouts.get(reference);

  /**
   * Decided, or asked about and not known to a provider that may have been told of it, which Monnify does not say for sure, and nobody of what is
   * lost.
   */
  const isSettled = ({ account, status, provider, reference, queries, held }: Paid) =>
    status !== 'pending' ||
    (held === 'submitted' &&
      Number(queries) > 0 &&
      !theirs(provider, reference) &&
      (provider === 'monnify' || lost.has(account)));

  function isRight(payout: Paid): boolean {
    const { account, status, provider, reference } = payout;
    const books = Object.values(companies).flatMap((company) => [...company.payouts.books.payouts.values()]);
    const payments = books.filter((each) => each.account === account).reduce((sum, each) => sum + each.payments, 0);
    if (status === 'completed') return payments === 1 && theirs(provider, reference)?.state === 'paid';
    return payments === 0 && (status === 'failed' || isSettled(payout));
  }

  function fate(): PayoutScenario {
    let left = random.next() * FATES.reduce((sum, [, share]) => sum + share, 0);
    return FATES.find(([, share]) => (left -= share) < 0)?.[0] ?? { end: 'paid' };
  }

  function ordered(count: number): Map<string, Ordered> {
    return new Map(
      Array.from({ length: count }, () => {
        const account = `2${String(++accounts).padStart(8, '0')}1`;
        return [account, { account, userId: users[accounts % USERS]! }] as const;
      }),
    );
  }

  /** Until so many are answered. */
  async function payOut(open: Map<string, Ordered>, enough: number): Promise<void> {
    let answered = 0;
    await new Promise<void>((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`the service ended by itself: ${code}`));
      child.once('exit', ended);
      const listen = ({ done }: Report) => {
        open.delete(done);
        if (++answered < enough) return;
        child.off('message', listen).off('exit', ended);
        resolve();
      };
      child.on('message', listen);
      child.send({ do: 'pay out', payouts: [...open.values()] } satisfies Order);
    });
  }

  async function start({ isAsked = false } = {}): Promise<TestClient> {
    child = fork(compiled.file('test/faults/payout-child.ts'), {
      env: { ...process.env, ...place.environment, LOG_LEVEL: 'silent' },
    });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the service ended before it listened')));
    const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
    ended.catch(() => undefined);
    for (const company of Object.values(companies)) company.announceTo(url);
    const question = `${url}/?req=payout_authorize&provider=paystack&token=${TOKEN}`;
    companies['paystack']!.payouts.approvals.url = isAsked ? question : undefined;
    return new TestClient(url);
  }

  /** Users with money for everything that they will order. */
  async function register(client: TestClient): Promise<void> {
    while (users.length < USERS) {
      const emal = `payer-${newId().toLowerCase()}@example.com`;
      const body = { fsnm: 'Ada', lsnm: 'Obi', emal, pswd: 'Correct-horse-7', devt: 'Android', devs: newId(), devn: 'Pixel' };
      const { userid } = (await client.post('user_profile_create', { body })).body.DATA as { userid: string };
      const arrived = once(child, 'message');
      child.send({ do: 'pay in', userId: userid, amountNaira: OPENING } satisfies Order);
      await arrived;
      users.push(userid);
    }
  }

  const ours = () =>
    rows<Paid>(`SELECT payout.account AS account, payout.status AS status, attempt.provider AS provider,
      payout.reference AS reference, payout.queries AS queries, hold.state AS held FROM payout JOIN payout_attempt attempt
      ON attempt.payout_id = payout.id AND attempt.reference = payout.reference JOIN ledger_hold hold ON hold.subject = payout.id`);

  async function balanceOf(ids: readonly string[]): Promise<number> {
    const named = ids.map((id) => `'${id}'`).join();
    const [row] = await rows<{ total: number | string | null }>(
      `SELECT SUM(balance_kobo) AS total FROM ledger_account WHERE id IN (${named})`,
    );
    return Number(row!.total ?? 0);
  }

  async function rows<Row>(sql: string): Promise<Row[]> {
    const dataSource = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
    const found = await dataSource.query<Row[]>(sql);
    await dataSource.destroy();
    return found;
  }
});
