import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RegisterUser } from '../../src/contexts/sign-in/log-in.js';
import { CreateTransfer } from '../../src/contexts/transfers/transfers.js';
import { Ledger } from '../../src/ledger/index.js';
import { Database } from '../../src/platform/database/database.js';
import { ELECTRICITY } from '../contexts/purchases/support.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import { movement } from '../support/ledger-fixture.js';
import { signedHeaders } from '../support/client.js';
import { codesTo } from '../support/mailbox.js';
import { until } from '../support/until.js';
import { RawClient, requestBytes } from './support/raw-client.js';

const secret = (name: string) => `Canary-${name.replaceAll(' ', '-')}-${randomBytes(12).toString('hex')}`;

/** A story full of secrets on the noisiest level, faults included: none of them may be in the log. */
describe.each(ONE_BACKEND)('log on %s', (backend) => {
  const lines: string[] = [];
  const secrets = new Map<string, string>();
  let service: TestApp;
  let ada: TestUser;

  /** Makes a secret that must not turn up. */
  function kept(name: string, value = secret(name)): string {
    secrets.set(name, value);
    return value;
  }

  beforeAll(async () => {
    const webhookSecret = kept('webhook secret', `whsec_${randomBytes(32).toString('base64')}`);
    const environment = {
      LOG_LEVEL: 'debug',
      SANDBOX_WEBHOOK_SECRET: webhookSecret,
      APP_KEY: kept('APP_KEY', randomBytes(32).toString('base64')),
      METRICS_TOKEN: kept('metrics token'),
    };
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
    }
    service = await startApp(backend, environment, undefined, { write: (line) => void lines.push(line) });
    ada = await service.register({ pswd: kept('password'), tktp: 'expo', phtk: kept('push token') });
    kept('session secret', ada.secret);
    await service.app.get(Ledger).commit(movement('system:suspense', ada.userid, 10_000_000));
  });
  afterAll(async () => {
    await service.close();
    vi.restoreAllMocks();
  });

  it('is written', async () => {
    await service.client.get('user_wallet_get_info', { as: ada });
    const line = lines.find((each) => each.includes('user_wallet_get_info'));
    expect(JSON.parse(line!)).toMatchObject({ action: 'user_wallet_get_info', status: 200, userId: ada.userid, ip: '127.0.0.1' });
  });

  it('finds a FAILED answer by its reference', async () => {
    const answer = await service.client.get('user_wallet_history', { as: ada });
    const reference = /\(([0-9A-Z]{8})\)$/.exec(answer.body.ERRORS.DETAILS)![1]!;
    const found = lines.filter((line) => line.includes(reference)).map((line) => JSON.parse(line) as object);
    expect(found).toMatchObject([{ reference, action: 'user_wallet_history', status: 400, failure: 'edge.missing' }]);
  });

  it('describes an internal error, by its reference', async () => {
    vi.spyOn(service.app.get(CreateTransfer, { strict: false }), 'execute').mockRejectedValueOnce(
      new TypeError('cannot read it'),
    );
    const answer = await service.client.post('user_transfer_create', { as: ada, body: { email: 'obi@example.com', amount: 50 } });
    expect(answer.status).toBe(500);
    const reference = /\(([0-9A-Z]{8})\)$/.exec(answer.body.ERRORS.DETAILS)![1]!;
    const line = JSON.parse(lines.find((each) => each.includes(reference))!) as object;
    expect(line).toMatchObject({ level: 50, error: { name: 'TypeError', message: 'cannot read it' } });
    expect(JSON.stringify(line)).toContain('log-canary.test');
  });

  it('runs operations with every secret', async () => {
    const { client, config } = service;
    const wrong = kept('wrong password');
    await client.post('user_profile_login', { body: { emal: ada.email, pswd: wrong, dvty: 'Web', dsnm: 'x' } });
    await client.post('user_profile_login', { body: `{"emal":"${ada.email}","pswd":"${kept('cut password')}` });
    await client.post('user_profile_login', { body: { pswd: kept('lonely password') } });
    await client.post('user_passcode_update', { as: ada, body: { pswd: kept('other password'), pinc: kept('new PIN') } });
    const payment = { email: 'obi@example.com', amount: 50, pinc: kept('transaction PIN') };
    await client.post('user_transfer_create', { as: ada, body: payment });
    await client.send('POST', `/?req=user_profile_login&pswd=${kept('query password')}`, '{}');
    await client.send('POST', `/${kept('path password')}/x`, '{}');
    await client.post('user_password_change', { as: ada, body: { pswd: wrong, npwd: kept('new password') } });

    // Codes are six digits, which also are the middle of a time: looked for as a word.
    const [code] = await codesTo(config.dataDir, ada.email);
    kept('verification code', code);
    await client.get('user_email_verify', { query: { emal: ada.email, code: code! } });
    await client.get('user_google_login', {});
    await client.post('user_google_login', { body: { rqat: kept('google token'), devt: 'Web', devs: 'x', devn: 'x' } });

    const rotated = await client.get('user_authentication', { as: ada });
    kept('rotated secret', rotated.body.DATA.secret);
    const me = { ...ada, secret: rotated.body.DATA.secret as string };
    const idempotencyKey = kept('idempotency key');
    const order = { ...ELECTRICITY, customerId: '45031230008' };
    const bought = await client.post('service_bill_payment', { as: me, body: order, idempotencyKey });
    await client.post('service_bill_payment', { as: me, body: { ...ELECTRICITY, amount: 9 }, idempotencyKey });
    const query = { rqtp: 'mk', rqvl: bought.body.DATA.orderId as string };
    let delivered: { kind: string; value: string }[] = [];
    await until(async () => {
      const [purchase] = (await client.get('service_transaction_fetch', { as: me, query })).body.DATA as { misc_data: string }[];
      ({ deliverables: delivered } = JSON.parse(purchase!.misc_data) as { deliverables: typeof delivered });
      return delivered.length > 0;
    });
    expect(delivered).toHaveLength(4);
    for (const { kind, value } of delivered) kept(kind, value);

    const target = '/?req=user_wallet_get_info';
    const signed = signedHeaders(me, { method: 'GET', target });
    kept('signature', signed['svc-reqsignal']);
    await client.send('GET', target, '', { headers: signed });
    await client.send('GET', '/?req=user_transfer_create', '', {
      headers: { ...signed, authorization: `Bearer ${kept('bearer token')}` },
    });
    await fetch(`${client.baseUrl}/metrics`, { headers: { authorization: `Bearer ${kept('wrong metrics token')}` } });
    const raw = new RawClient(Number(new URL(client.baseUrl).port));
    await raw.send(`GET / HTTP/1.1\r\nhost: x\r\n${kept('broken header')}\r\n\r\n`);
    await raw.send(requestBytes('POST /?req=user_profile_login', [], kept('large body').padEnd(2 * 1_048_576)));
    await client.post('webhook_receive', { query: { provider: 'sandbox' }, body: { data: kept('forged webhook') } });
  });

  it('describes errors with secrets in statements and values', async () => {
    const database = service.app.get(Database);
    const [password, code, token] = [kept('inserted password'), kept("in'serted code"), kept('inserted "token"')];
    const register = vi.spyOn(service.app.get(RegisterUser, { strict: false }), 'execute');
    const insert = 'INSERT INTO lease (name, holder, until) VALUES (?, ?, ?)';
    for (const value of [password, code, token]) {
      for (const attempt of [
        () => database.rows(insert, [value, value, 1]),
        () => database.manager.query(insert, [value, value, 1]),
        () => database.rows(`SELECT * FROM lease WHERE nothing = '${value.replaceAll("'", "''")}'`),
        () => database.rows(`SELECT ${JSON.stringify(value)} FRM lease`),
      ]) {
        // The first time may do; the second one is the duplicate.
        register.mockImplementationOnce(async () => {
          await attempt();
          await attempt();
          throw new Error('neither failed');
        });
        const body = { fsnm: 'A', lsnm: 'B', emal: 'x@example.com', pswd: password, devt: 'x', devs: 'x', devn: 'x' };
        expect((await service.client.post('user_profile_create', { body })).status).toBe(500);
      }
    }
    const faults = lines.filter((line) => line.includes('"action":"user_profile_create","status":500'));
    expect(faults).toHaveLength(12);
    expect(faults.join()).not.toContain('neither failed');
    register.mockRestore();
  });

  it('contains none of the secrets', async () => {
    await service.app.close();
    const text = lines.join('\n');
    expect(secrets.size).toBeGreaterThan(20);
    expect(lines.length).toBeGreaterThan(30);
    for (const [name, value] of secrets) {
      const forms = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
      for (const form of forms) {
        const found = /^[0-9]{6}$/.test(form) ? new RegExp(`\\b${form}\\b`).test(text) : text.includes(form);
        expect(found, `${name} is in the log`).toBe(false);
      }
    }
  });
});
