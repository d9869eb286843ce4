import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { TestUser } from '../../support/app.js';
import { SoftwareAuthenticator } from '../../../packages/harness/software-authenticator.js';
import { AIRTIME, ELECTRICITY } from '../purchases/support.js';
import { type AppKey, DeviceFixture, ok } from './device-fixture.js';

describe.each(ONE_BACKEND)('payments that are confirmed on %s', (backend) => {
  let fixture: DeviceFixture;
  let ada: TestUser;
  let bayo: TestUser;
  beforeAll(async () => {
    fixture = await DeviceFixture.open(backend);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    ada = await fixture.payer();
    bayo = await fixture.payer({ fsnm: 'Bayo', lsnm: 'Ade' });
  });

  const payment = () => ({ email: bayo.email, amount: 100 });
  const pay = (confirmation?: unknown, given: object = payment()) =>
    fixture.refusal(fixture.transfer(ada, { ...given }, confirmation));

  it('show the payee, the amount and the charges, and are paid by the signature of an app', async () => {
    const phone = await fixture.bindAppKey(ada);
    const { challenge, text } = await fixture.challenge(ada, payment());
    expect(text.split('\n')).toEqual(['Transfer', `To Bayo A., ${bayo.email}`, '100.00 Naira', 'No charges', challenge]);
    expect(await pay(phone.sign(text))).toBeUndefined();
    expect(await fixture.balance(ada)).toBe(99_900);
    const again = await fixture.challenge(ada, payment());
    expect(await pay(phone.sign(again.text, 'ieee-p1363'))).toBeUndefined();
  });

  it('are paid by a passkey, whose assertion is an object or its JSON', async () => {
    const passkey = await fixture.bindPasskey(ada);
    expect(await pay(await fixture.assertion(ada, passkey, payment()))).toBeUndefined();
    expect(await pay(JSON.stringify(await fixture.assertion(ada, passkey, payment())))).toBeUndefined();
    expect(await fixture.balance(ada)).toBe(99_800);
  });

  it('offer a browser what it asks for the passkey by, and an app nothing', async () => {
    const passkey = await fixture.bindPasskey(ada);
    await fixture.bindAppKey(bayo);
    const { challenge, ...rest } = await fixture.challenge(ada, payment());
    expect(rest).toMatchObject({
      options: { challenge, rpId: fixture.rpId, userVerification: 'required', allowCredentials: [{ id: passkey.credential }] },
    });
    expect(await fixture.challenge(bayo, { email: ada.email, amount: 100 })).not.toHaveProperty('options');
  });

  it('are refused without a confirmation, and nothing is paid', async () => {
    expect(await pay()).toBe('confirmation_required');
    await fixture.bindAppKey(ada);
    const { status, body } = await fixture.transfer(ada, payment());
    expect([status, body.ERRORS.CODE, body.ERRORS.ID]).toEqual([400, 400, 'confirmation_required']);
    expect(await fixture.balance(ada)).toBe(100_000);
  });

  it('are the last to be asked for: the PIN comes first', async () => {
    await fixture.bindAppKey(ada);
    ok(await fixture.post('user_passcode_update', ada, { pswd: ada.password, pinc: '2580' }));
    expect(await pay('AAAA')).toBe('pinc_required');
    expect(await pay(undefined, { ...payment(), pinc: '2580' })).toBe('confirmation_required');
  });

  it('need no second confirmation where an idempotency key is repeated', async () => {
    const phone = await fixture.bindAppKey(ada);
    const { text } = await fixture.challenge(ada, payment());
    const options = { idempotencyKey: 'pay-bayo-once' };
    const first = await fixture.transfer(ada, payment(), phone.sign(text), options);
    expect(ok(first)).toMatchObject({ total: 100 });
    for (const confirmation of [undefined, phone.sign(text), 'AAAA']) {
      const repeat = await fixture.transfer(ada, payment(), confirmation, options);
      expect([repeat.body.DATA, repeat.headers.get('idempotency-replayed')]).toEqual([first.body.DATA, 'true']);
    }
    expect(await fixture.balance(ada)).toBe(99_900);
  });

  it('are asked for, too, before a limit becomes higher and before payments are switched on again', async () => {
    const phone = await fixture.bindAppKey(ada);
    const post = (action: string, body: object) => fixture.refusal(fixture.post(action, ada, body));
    const signed = async (action: string, body: Record<string, unknown>) =>
      phone.sign((await fixture.challenge(ada, body, action)).text);
    expect(await post('user_limit_update', { daily: 1_000 })).toBeUndefined();
    expect(await post('user_limit_update', { daily: 2_000 })).toBe('confirmation_required');
    const ofLess = await signed('user_limit_update', { daily: 1_500 });
    expect(await post('user_limit_update', { daily: 2_000, confirmation: ofLess })).toBe('confirmation_invalid');
    const confirmation = await signed('user_limit_update', { daily: 2_000 });
    expect(await post('user_limit_update', { daily: 2_000, confirmation })).toBeUndefined();
    expect(await post('user_limit_update', { daily: 3_000, confirmation })).toBe('confirmation_invalid');
    expect(await post('user_instant_update', { status: 'off' })).toBeUndefined();
    expect(await post('user_instant_update', { status: 'on' })).toBe('confirmation_required');
    const on = await signed('user_instant_update', { status: 'on' });
    expect(await post('user_instant_update', { status: 'on', confirmation: on })).toBeUndefined();
  });

  it('keep a confirmation that paid nothing', async () => {
    const phone = await fixture.bindAppKey(ada);
    const large = { ...payment(), amount: 200_000 };
    const { text } = await fixture.challenge(ada, large);
    expect(await pay(phone.sign(text), large)).toBe('insufficient_funds');
    expect(await pay(phone.sign(text), large)).toBe('insufficient_funds');
  });

  it.each([
    ['another user', async (): Promise<TestUser> => bayo, undefined],
    ['the same user', async (): Promise<TestUser> => ada, 'paid'],
  ])('by a challenge of %s', async (_, whose, outcome) => {
    const phone = await fixture.bindAppKey(ada);
    await fixture.bindAppKey(bayo);
    const third = await fixture.payer();
    const to = { email: third.email, amount: 100 };
    const { text } = await fixture.challenge(await whose(), to);
    expect(await pay(phone.sign(text), to)).toBe(outcome === 'paid' ? undefined : 'confirmation_invalid');
  });

  const attacks: readonly (readonly [string, (phone: AppKey) => Promise<string | undefined>])[] = [
    [
      'for 100.00 used for 1,000.00',
      async (phone) => pay(phone.sign((await fixture.challenge(ada, payment())).text), { ...payment(), amount: 1_000 }),
    ],
    [
      'for another payee',
      async (phone) => {
        const other = await fixture.payer({ fsnm: 'Bayo', lsnm: 'Ade' });
        return pay(phone.sign((await fixture.challenge(ada, payment())).text), { ...payment(), email: other.email });
      },
    ],
    [
      'after two minutes',
      async (phone) => {
        const { text } = await fixture.challenge(ada, payment());
        fixture.clock.time += 2 * MINUTE_MS;
        return pay(phone.sign(text));
      },
    ],
    [
      'used before',
      async (phone) => {
        const { text } = await fixture.challenge(ada, payment());
        expect(await pay(phone.sign(text))).toBeUndefined();
        return pay(phone.sign(text));
      },
    ],
    [
      'of another operation',
      async (phone) => {
        const { text } = (await fixture.begin(ada, 'appkey')).body.DATA as { text: string };
        return pay(phone.sign(text));
      },
    ],
    ['over a text of one’s own', async (phone) => pay(phone.sign('Transfer'))],
    [
      'signed by another key',
      async () => {
        const { text } = await fixture.challenge(ada, payment());
        return pay((await fixture.bindAppKey(bayo)).sign(text));
      },
    ],
    ['that is no signature', async () => pay('not-a-signature', payment())],
    ['of another form', async () => pay({ credential: 7 }, payment())],
  ];

  it.each(attacks)('refuse a confirmation %s', async (_, attack) => {
    const phone = await fixture.bindAppKey(ada);
    expect(await attack(phone)).toBe('confirmation_invalid');
  });

  it('are paid two minutes less a millisecond after the challenge', async () => {
    const phone = await fixture.bindAppKey(ada);
    const { text } = await fixture.challenge(ada, payment());
    fixture.clock.time += 2 * MINUTE_MS - 1;
    expect(await pay(phone.sign(text))).toBeUndefined();
  });

  it.each([
    ['of another origin', { origin: 'https://harmattan.example.net' }],
    ['for another service', { rpId: 'example.net' }],
    ['without user verification', { isUserVerified: false }],
    ['that was no assertion', { type: 'webauthn.create' }],
  ])('refuse an assertion %s', async (_, over) => {
    const passkey = await fixture.bindPasskey(ada);
    expect(await pay(await fixture.assertion(ada, passkey, payment(), over))).toBe('confirmation_invalid');
    expect(await pay(await fixture.assertion(ada, passkey, payment()))).toBeUndefined();
  });

  it('refuse an assertion over another amount or payee, or that was used', async () => {
    const passkey = await fixture.bindPasskey(ada);
    const other = await fixture.payer({ fsnm: 'Bayo', lsnm: 'Ade' });
    const assertion = await fixture.assertion(ada, passkey, payment());
    expect(await pay(assertion, { ...payment(), amount: 1_000 })).toBe('confirmation_invalid');
    expect(await pay(assertion, { ...payment(), email: other.email })).toBe('confirmation_invalid');
    expect(await pay(assertion)).toBeUndefined();
    expect(await pay(assertion)).toBe('confirmation_invalid');
    expect(await fixture.balance(ada)).toBe(99_900);
  });

  it('refuse a counter that went back, and take one that does not count', async () => {
    const passkey = await fixture.bindPasskey(ada);
    expect(await pay(await fixture.assertion(ada, passkey, payment(), { signCount: 7 }))).toBeUndefined();
    expect(await pay(await fixture.assertion(ada, passkey, payment(), { signCount: 7 }))).toBe('confirmation_invalid');
    expect(await pay(await fixture.assertion(ada, passkey, payment(), { signCount: 6 }))).toBe('confirmation_invalid');
    expect(await pay(await fixture.assertion(ada, passkey, payment(), { signCount: 0 }))).toBe('confirmation_invalid');
    expect(await pay(await fixture.assertion(ada, passkey, payment(), { signCount: 8 }))).toBeUndefined();
    const told = 'SELECT subject FROM notice WHERE user_id = ? AND subject LIKE ?';
    expect(await fixture.rows(told, ada.userid, 'Your passkey%')).toEqual([{ subject: 'Your passkey may have been copied' }]);
    const silent = await fixture.bindPasskey(bayo, {}, new SoftwareAuthenticator(false));
    const back = { email: ada.email, amount: 100 };
    for (let times = 0; times < 2; times++) {
      const assertion = await fixture.assertion(bayo, silent, back);
      expect(await fixture.refusal(fixture.transfer(bayo, back, assertion))).toBeUndefined();
    }
  });

  it('refuse a key whose row was changed in the database', async () => {
    const phone = await fixture.bindAppKey(ada);
    const thief = await fixture.bindAppKey(bayo);
    await fixture.rows('UPDATE user_device SET public_key = ? WHERE user_id = ?', thief.key, ada.userid);
    const { body } = await fixture.post('user_payment_challenge', ada, { action: 'user_transfer_create', ...payment() });
    expect(body.ERRORS.ID).toBe('device_required');
    expect(await pay(phone.sign('x'))).toBe('confirmation_invalid');
  });

  it('refuse a challenge whose life was prolonged in the database', async () => {
    const phone = await fixture.bindAppKey(ada);
    const { text } = await fixture.challenge(ada, payment());
    await fixture.rows('UPDATE device_challenge SET expires = expires + 600000 WHERE user_id = ?', ada.userid);
    fixture.clock.time += 2 * MINUTE_MS;
    expect(await pay(phone.sign(text))).toBe('confirmation_invalid');
  });

  it('are told beforehand what the payment would be refused for', async () => {
    await fixture.bindAppKey(ada);
    const refused = async (body: object) =>
      (await fixture.post('user_payment_challenge', ada, { action: 'user_transfer_create', ...body })).body.ERRORS;
    expect(await refused({ email: 'nobody@example.com', amount: 100 })).toMatchObject({ CODE: 400, ID: 'payment_refused' });
    expect((await refused({ email: 'nobody@example.com', amount: 100 })).DETAILS).toContain('Recipient not found');
    expect(await refused({ email: bayo.email, amount: -1 })).toMatchObject({ CODE: 400, ID: 'amount_invalid' });
    expect(await refused({ email: bayo.email })).toMatchObject({ CODE: 400, ID: 'amount_required' });
    expect(await refused({ action: 'user_password_change' })).toMatchObject({ CODE: 400, ID: 'action_invalid' });
  });

  it('cover payouts, bills and airtime', async () => {
    const phone = await fixture.bindAppKey(ada);
    const { name } = ok(await fixture.get('user_bank_resolve', ada, { code: 'gtbank', account: '1234567890' }));
    const orders = [
      ['user_payout_create', { amount: 1_000, code: 'gtbank', account: '1234567890', name }],
      ['service_airtime_purchase', AIRTIME],
      ['service_bill_payment', ELECTRICITY],
    ] as const;
    for (const [action, order] of orders) {
      expect((await fixture.post(action, ada, order)).body.ERRORS.ID, action).toBe('confirmation_required');
      const { text } = await fixture.challenge(ada, order, action);
      const other = { ...order, amount: order.amount + 100, confirmation: phone.sign(text) };
      expect((await fixture.post(action, ada, other)).body.ERRORS.ID, action).toBe('confirmation_invalid');
      ok(await fixture.post(action, ada, { ...order, confirmation: phone.sign(text) }));
      const again = { ...order, again: true, confirmation: phone.sign(text) };
      expect((await fixture.post(action, ada, again)).body.ERRORS.ID, action).toBe('confirmation_invalid');
    }
  });
});

describe.each(ONE_BACKEND)('without STRONG_PAYMENTS on %s', (backend) => {
  it('nobody is asked, and a confirmation is ignored', async () => {
    const fixture = await DeviceFixture.open(backend, { STRONG_PAYMENTS: 'off' });
    const [ada, bayo] = [await fixture.payer(), await fixture.payer()];
    const payment = { email: bayo.email, amount: 100 };
    expect(await fixture.refusal(fixture.transfer(ada, payment))).toBeUndefined();
    expect(await fixture.refusal(fixture.transfer(ada, payment, 'AAAA'))).toBeUndefined();
    expect(await fixture.rows('SELECT * FROM device_challenge')).toEqual([]);
    await fixture.close();
  });
});
