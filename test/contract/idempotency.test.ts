import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BillingSettings } from '../../src/contexts/billing/application/billing-settings.js';
import { SandboxTimes } from '../../src/contexts/billing/adapters/sandbox/sandbox-times.js';
import { Ledger } from '../../src/contexts/wallet/index.js';
import type { TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import { movement } from '../support/books.js';
import { type Answer, signedHeaders } from '../support/client.js';
import { AIRTIME, ELECTRICITY, newAddress, unique, ContractFixture } from './support/contract-fixture.js';

type Body = Readonly<Record<string, unknown>>;

/** The operations that move money: a good body, another one, and what each success leaves behind. */
const MONEY: readonly (readonly [string, (world: ContractFixture) => Body, Body])[] = [
  ['user_transfer_create', ({ obi }) => ({ email: obi.email, amount: 100 }), { amount: 101 }],
  ['user_deposit_order_create', () => ({ amount: 100 }), { amount: 101 }],
  ['service_airtime_purchase', () => AIRTIME, { amount: AIRTIME.amount + 1 }],
  ['service_bill_payment', () => ELECTRICITY, { customerId: '45031230000' }],
];

const PAYING = MONEY.filter(([action]) => action !== 'user_deposit_order_create');

const withoutReference = ({ body: { ERRORS } }: Answer) => ({ ...ERRORS, DETAILS: ERRORS.DETAILS.replace(/\(.*\)$/, '()') });
const replayed = (answer: Answer) => answer.headers.get('idempotency-replayed');

describe.each(BACKENDS)('exactly once, on %s', (backend) => {
  let world: ContractFixture;
  beforeAll(async () => {
    world = await ContractFixture.open(backend);
    Object.assign(world.get(BillingSettings), { answerWithinMs: 1_500 });
    Object.assign(world.get(SandboxTimes), { submitTimeoutMs: 1_000 });
  }, 60_000);
  afterAll(() => world.close());

  const balanceOf = async (as: TestUser) => (await world.must('user_wallet_get_info', { as })).body.DATA.balance as number;
  /** How much there is that a second effect would add to. */
  const trace = async (as: TestUser) => {
    const lists = ['user_deposit_order_fetch', 'user_wallet_history', 'user_notice_fetch'] as const;
    const answers = await Promise.all(lists.map((action) => world.call(action, { as, query: { rqtp: 'all' } })));
    return [await balanceOf(as), ...answers.map(({ body }) => JSON.stringify(body.DATA))];
  };

  describe.each(MONEY)('%s', (action, bodyOf, change) => {
    it('repeats its answer for the same key and has one effect', async () => {
      const as = await world.person(10_000);
      const call = { as, body: bodyOf(world), idempotencyKey: unique('order-') };
      const first = await world.must(action, call);
      const after = await trace(as);
      const second = await world.must(action, call);
      expect([replayed(first), replayed(second)]).toEqual([null, 'true']);
      expect(second.body).toEqual(first.body);
      expect(await trace(as)).toEqual(after);
    });

    it('refuses other parameters for the same key', async () => {
      const as = await world.person(10_000);
      const call = { as, body: bodyOf(world), idempotencyKey: unique('order-') };
      await world.must(action, call);
      const after = await trace(as);
      const answer = await world.call(action, { ...call, body: { ...call.body, ...change } });
      expect([answer.status, answer.body.ERRORS.CODE, answer.body.ERRORS.ID]).toEqual([422, 422, 'idempotency_mismatch']);
      expect(replayed(answer)).toBeNull();
      expect(await trace(as)).toEqual(after);
    });

    it('lets others use the same key, and the same key name another operation', async () => {
      const idempotencyKey = unique('order-');
      const [one, two] = [await world.person(10_000), await world.person(10_000)];
      for (const as of [one, two]) {
        for (const [each, body] of MONEY)
          expect(replayed(await world.must(each, { as, body: body(world), idempotencyKey }))).toBeNull();
      }
    });

    it('has one effect when the same bytes come again, and ten at once', async () => {
      const as = await world.person(10_000);
      const target = `/?req=${action}&n=${unique('repeat-')}`;
      const body = JSON.stringify(bodyOf(world));
      const headers = signedHeaders(as, { method: 'POST', target, body });
      const send = () => world.service.client.send('POST', target, body, { headers });
      const atOnce = await Promise.all(Array.from({ length: 10 }, send));
      const [done] = atOnce.filter(({ status }) => status === 200);
      // Whoever came while it still ran is told so; everybody else has the one answer.
      for (const answer of atOnce) {
        if (answer.status === 200) expect(answer.body).toEqual(done!.body);
        else expect([answer.status, answer.body.ERRORS.ID]).toEqual([409, 'idempotency_in_progress']);
      }
      const after = await trace(as);
      const again = await send();
      expect([again.body, replayed(again)]).toEqual([done!.body, 'true']);
      expect(await trace(as)).toEqual(after);
    });

    it('may be tried again with the same key after a missing parameter, or a fault of ours', async () => {
      const as = await world.person(10_000);
      const call = { as, body: bodyOf(world), idempotencyKey: unique('order-') };
      expect((await world.call(action, { ...call, body: { ...call.body, amount: undefined } })).status).toBe(400);
      expect((await world.broken(action, call)).status).toBe(500);
      expect(replayed(await world.must(action, call))).toBeNull();
    });
  });

  describe.each(PAYING)('%s', (action, bodyOf) => {
    it('stays refused for the same key, whatever has come into the wallet since', async () => {
      const as = await world.person();
      const call = { as, body: bodyOf(world), idempotencyKey: unique('order-') };
      const first = await world.call(action, call);
      expect([first.status, first.body.ERRORS.CODE]).toEqual([400, 400]);
      expect(first.body.ERRORS.DETAILS).toMatch(/^Insufficient funds/);
      await world.get(Ledger).commit(movement('system:suspense', as.userid, 1_000_000));
      const second = await world.call(action, call);
      expect(second.status).toBe(400);
      expect(withoutReference(second)).toEqual(withoutReference(first));
      expect([replayed(first), replayed(second)]).toEqual([null, 'true']);
      expect(await balanceOf(as)).toBe(10_000);
      expect(replayed(await world.must(action, { ...call, idempotencyKey: unique('order-') }))).toBeNull();
    });
  });

  it('a transfer to nobody stays refused for the same key, though somebody registers there', async () => {
    const email = newAddress();
    const call = { as: world.ada, body: { email, amount: 50 }, idempotencyKey: unique('order-') };
    expect((await world.call('user_transfer_create', call)).status).toBe(400);
    await world.service.register({ emal: email });
    const again = await world.call('user_transfer_create', call);
    expect([again.status, replayed(again)]).toEqual([400, 'true']);
    expect((await world.call('user_transfer_create', { ...call, idempotencyKey: unique('order-') })).status).toBe(200);
  });

  it('a purchase whose provider is still asked is in progress, and is answered once it is known', async () => {
    const as = await world.person(10_000);
    // The sandbox never answers for customers like this one.
    const call = { as, body: { ...ELECTRICITY, customerId: '45031230003' }, idempotencyKey: unique('order-') };
    const first = world.call('service_bill_payment', call);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const second = await world.call('service_bill_payment', call);
    expect([second.status, second.body.ERRORS.CODE, second.body.ERRORS.ID]).toEqual([409, 409, 'idempotency_in_progress']);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    const { DATA } = (await first).body;
    const third = await world.must('service_bill_payment', call);
    expect([third.body.DATA, replayed(third)]).toEqual([DATA, 'true']);
    const history = (await world.must('user_wallet_history', { as, query: { rqtp: 'all' } })).body.DATA as { amount: number }[];
    expect(history.filter(({ amount }) => amount < 0)).toHaveLength(1);
  });
});
