import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PurchaseSettings } from '../../src/contexts/purchases/purchases.js';
import { SandboxTimes } from '../../src/contexts/billers/adapters/sandbox/scenario.js';
import { Ledger } from '../../src/ledger/index.js';
import type { TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import { movement } from '../support/ledger-fixture.js';
import { type Answer, signedHeaders } from '../support/client.js';
import { AIRTIME, ELECTRICITY, newAddress, unique, ContractFixture } from './support/contract-fixture.js';

type Body = Readonly<Record<string, unknown>>;

/** The operations that move money: a good body, another one, and what each success leaves behind. */
const MONEY: readonly (readonly [string, (fixture: ContractFixture) => Body, Body])[] = [
  ['user_transfer_create', ({ obi }) => ({ email: obi.email, amount: 100 }), { amount: 101 }],
  ['user_deposit_order_create', () => ({ amount: 100 }), { amount: 101 }],
  ['service_airtime_purchase', () => AIRTIME, { amount: AIRTIME.amount + 1 }],
  ['service_bill_payment', () => ELECTRICITY, { customerId: '45031230000' }],
];

const PAYING = MONEY.filter(([action]) => action !== 'user_deposit_order_create');

const withoutReference = ({ body: { ERRORS } }: Answer) => ({ ...ERRORS, DETAILS: ERRORS.DETAILS.replace(/\(.*\)$/, '()') });
const replayed = (answer: Answer) => answer.headers.get('idempotency-replayed');

describe.each(BACKENDS)('idempotency on %s', (backend) => {
  let fixture: ContractFixture;
  beforeAll(async () => {
    fixture = await ContractFixture.open(backend);
    Object.assign(fixture.get(PurchaseSettings), { answerWithinMs: 1_500 });
    Object.assign(fixture.get(SandboxTimes), { submitTimeoutMs: 1_000 });
  });
  afterAll(() => fixture.close());

  const balanceOf = async (as: TestUser) => (await fixture.must('user_wallet_get_info', { as })).body.DATA.balance as number;
  /** Counts the rows that a second execution would add to. */
  const trace = async (as: TestUser) => {
    await fixture.service.settled();
    const lists = ['user_deposit_order_fetch', 'user_wallet_history', 'user_notice_fetch'] as const;
    const answers = await Promise.all(lists.map((action) => fixture.call(action, { as, query: { rqtp: 'all' } })));
    return [await balanceOf(as), ...answers.map(({ body }) => JSON.stringify(body.DATA))];
  };

  describe.each(MONEY)('%s', (action, bodyOf, change) => {
    it('repeats the answer for the same key and executes once', async () => {
      const as = await fixture.newUser(10_000);
      const call = { as, body: bodyOf(fixture), idempotencyKey: unique('order-') };
      const first = await fixture.must(action, call);
      const after = await trace(as);
      const second = await fixture.must(action, call);
      expect([replayed(first), replayed(second)]).toEqual([null, 'true']);
      expect(second.body).toEqual(first.body);
      expect(await trace(as)).toEqual(after);
    });

    it('refuses the same key with other parameters', async () => {
      const as = await fixture.newUser(10_000);
      const call = { as, body: bodyOf(fixture), idempotencyKey: unique('order-') };
      await fixture.must(action, call);
      const after = await trace(as);
      const answer = await fixture.call(action, { ...call, body: { ...call.body, ...change } });
      expect([answer.status, answer.body.ERRORS.CODE, answer.body.ERRORS.ID]).toEqual([422, 422, 'idempotency_mismatch']);
      expect(replayed(answer)).toBeNull();
      expect(await trace(as)).toEqual(after);
    });

    it('keeps keys apart by user and by operation', async () => {
      const idempotencyKey = unique('order-');
      const [one, two] = [await fixture.newUser(10_000), await fixture.newUser(10_000)];
      for (const as of [one, two]) {
        for (const [each, body] of MONEY)
          expect(replayed(await fixture.must(each, { as, body: body(fixture), idempotencyKey }))).toBeNull();
      }
    });

    it('executes repeated identical bytes once, also ten at once', async () => {
      const as = await fixture.newUser(10_000);
      const target = `/?req=${action}&n=${unique('repeat-')}`;
      const body = JSON.stringify(bodyOf(fixture));
      const headers = signedHeaders(as, { method: 'POST', target, body });
      const send = () => fixture.service.client.send('POST', target, body, { headers });
      const atOnce = await Promise.all(Array.from({ length: 10 }, send));
      const [done] = atOnce.filter(({ status }) => status === 200);
      // Requests that arrive during the first one are refused as in progress; the rest get the same answer.
      for (const answer of atOnce) {
        if (answer.status === 200) expect(answer.body).toEqual(done!.body);
        else expect([answer.status, answer.body.ERRORS.ID]).toEqual([409, 'idempotency_in_progress']);
      }
      const after = await trace(as);
      const again = await send();
      expect([again.body, replayed(again)]).toEqual([done!.body, 'true']);
      expect(await trace(as)).toEqual(after);
    });

    it('allows the same key again after a missing parameter or an internal error', async () => {
      const as = await fixture.newUser(10_000);
      const call = { as, body: bodyOf(fixture), idempotencyKey: unique('order-') };
      expect((await fixture.call(action, { ...call, body: { ...call.body, amount: undefined } })).status).toBe(400);
      expect((await fixture.broken(action, call)).status).toBe(500);
      expect(replayed(await fixture.must(action, call))).toBeNull();
    });
  });

  describe.each(PAYING)('%s', (action, bodyOf) => {
    it('keeps a refusal for the same key after the wallet is funded', async () => {
      const as = await fixture.newUser();
      const call = { as, body: bodyOf(fixture), idempotencyKey: unique('order-') };
      const first = await fixture.call(action, call);
      expect([first.status, first.body.ERRORS.CODE]).toEqual([400, 400]);
      expect(first.body.ERRORS.DETAILS).toMatch(/^Insufficient funds/);
      await fixture.get(Ledger).commit(movement('system:suspense', as.userid, 1_000_000));
      const second = await fixture.call(action, call);
      expect(second.status).toBe(400);
      expect(withoutReference(second)).toEqual(withoutReference(first));
      expect([replayed(first), replayed(second)]).toEqual([null, 'true']);
      expect(await balanceOf(as)).toBe(10_000);
      expect(replayed(await fixture.must(action, { ...call, idempotencyKey: unique('order-') }))).toBeNull();
    });
  });

  it('keeps the refusal of an unknown recipient after they register', async () => {
    const email = newAddress();
    const call = { as: fixture.ada, body: { email, amount: 50 }, idempotencyKey: unique('order-') };
    expect((await fixture.call('user_transfer_create', call)).status).toBe(400);
    await fixture.service.register({ emal: email });
    const again = await fixture.call('user_transfer_create', call);
    expect([again.status, replayed(again)]).toEqual([400, 'true']);
    expect((await fixture.call('user_transfer_create', { ...call, idempotencyKey: unique('order-') })).status).toBe(200);
  });

  it('answers a pending purchase as in progress until its provider decides', async () => {
    const as = await fixture.newUser(10_000);
    // The sandbox never decides purchases for this customer.
    const call = { as, body: { ...ELECTRICITY, customerId: '45031230003' }, idempotencyKey: unique('order-') };
    const first = fixture.call('service_bill_payment', call);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const second = await fixture.call('service_bill_payment', call);
    expect([second.status, second.body.ERRORS.CODE, second.body.ERRORS.ID]).toEqual([409, 409, 'idempotency_in_progress']);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    const { DATA } = (await first).body;
    const third = await fixture.must('service_bill_payment', call);
    expect([third.body.DATA, replayed(third)]).toEqual([DATA, 'true']);
    const history = (await fixture.must('user_wallet_history', { as, query: { rqtp: 'all' } })).body.DATA as { amount: number }[];
    expect(history.filter(({ amount }) => amount < 0)).toHaveLength(1);
  });
});
