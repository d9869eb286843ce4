import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Action, HarmattanClient, type HarmattanError, isHarmattanError } from '../../packages/client/src/index.js';
import { providePython } from '../../packages/harness/servers/programs.js';
import { startApp, type TestApp } from '../support/app.js';

let service: TestApp;
let proxy: Server;
let proxyUrl: string;

beforeAll(async () => {
  service = await startApp('sqlite', { RATE_LIMIT_SCALE: '0', SANDBOX_TOKEN: 'a-token-of-the-sandbox' });
  proxy = createServer((_, response) => response.writeHead(502).end('<html>\n  <h1>Bad gateway</h1></html>')).listen(
    0,
    '127.0.0.1',
  );
  await once(proxy, 'listening');
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  proxy.close();
  await service.close();
});

const USER = { fsnm: 'Ada', lsnm: 'Obi', pswd: 'Correct-horse-7', devt: 'Web', devs: 'a', devn: 'A' };
const retries = { attempts: 1 };
const at = (baseUrl: string) => new HarmattanClient({ baseUrl, retries });

async function failed(call: Promise<unknown>): Promise<HarmattanError> {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (!isHarmattanError(error)) throw new Error(`Not a failed call: ${String(error)}`);
  return error;
}

describe('client: what programs get wrong is said with what to do', () => {
  it('a misspelled operation, with the nearest name, before anything is sent', async () => {
    const client = at('http://127.0.0.1:2');
    const error = await failed(client.call('user_walet_get_inf' as Action, {}));
    expect([error.id, error.message]).toEqual([
      'unknown_operation',
      'There is no operation "user_walet_get_inf". Did you mean "user_wallet_get_info"? /docs of the service lists all.',
    ]);
    expect((await failed(client.call('pay' as Action, {}))).message).toBe(
      'There is no operation "pay". /docs of the service lists all.',
    );
  });

  it.each([
    ['127.0.0.1:3000', 'baseUrl is "127.0.0.1:3000", without http:// or https://: write "http://127.0.0.1:3000"'],
    ['localhost:3000/', 'write "http://localhost:3000/"'],
    ['ftp://example.com', 'write it such as "http://127.0.0.1:3000"'],
    ['', 'give the address of the service'],
    [undefined as unknown as string, 'baseUrl is undefined: give the address of the service'],
    ['http://', 'write it without a query'],
    ['http://127.0.0.1:3000/?req=', 'write it without a query'],
  ])('a baseUrl that is no address: %s', (baseUrl, text) => {
    expect(() => at(baseUrl)).toThrow(text);
  });

  it('a call without a session, and one with a session that has ended', async () => {
    const client = at(`${service.client.baseUrl}/`);
    const without = await failed(client.call('user_wallet_get_info'));
    expect([without.id, without.status]).toEqual(['rqat_required', 401]);
    expect(without.message).toBe(
      "user_wallet_get_info needs a session, and this client has none: sign in first by signIn('user_profile_login', …)",
    );
    expect((await failed(client.call('control_search', { rqvl: 'ada' }))).message).toContain('control_staff_profile_login');
    await client.signIn('user_profile_create', { ...USER, emal: 'ended@example.com' });
    const { pbcKey, secret } = (await client.session())!;
    const other = new HarmattanClient({ baseUrl: service.client.baseUrl });
    await other.signIn('user_profile_login', { emal: 'ended@example.com', pswd: USER.pswd, dvty: 'Web', dsnm: 'b' });
    await client.signOut();
    const session = { pbcKey, secret, userid: '', expires: 9e9, rotateAt: 9e9 };
    const ended = new HarmattanClient({
      baseUrl: service.client.baseUrl,
      session: { load: () => session, save() {}, clear() {} },
    });
    expect((await failed(ended.call('user_wallet_get_info'))).message).toMatch(
      /^The session has ended, .*: sign in again by signIn/,
    );
  });

  it('an address where nothing answers, https of a port that speaks http, and the page of a proxy', async () => {
    expect((await failed(at('http://127.0.0.1:2').call('service_category_fetch'))).message).toBe(
      'Nothing answers at http://127.0.0.1:2 (ECONNREFUSED): is the service running there?',
    );
    const https = await failed(at(proxyUrl.replace('http:', 'https:')).call('service_category_fetch'));
    expect(https.message).toMatch(/does not speak https: write http:\/\//);
    const foreign = await failed(at(proxyUrl).call('service_category_fetch'));
    expect([foreign.id, foreign.status]).toEqual(['not_an_envelope', 502]);
    expect(foreign.message).toContain('HTTP 502 and "<html> <h1>Bad gateway</h1></html>", which is not an answer of the service');
    expect((await failed(at(proxyUrl).sandbox.state())).message).toContain('Bad gateway');
  });
});

describe('client: the buttons of the sandbox', () => {
  const client = () => new HarmattanClient({ baseUrl: service.client.baseUrl, sandboxToken: 'a-token-of-the-sandbox' });

  it('pay an order so that the wallet has it, take it back, show mails, and set the clock', async () => {
    const ada = client();
    await ada.signIn('user_profile_create', { ...USER, emal: 'buttons@example.com' });
    const { accountNumber } = await ada.call('user_deposit_order_create', { amount: 5000 });
    await ada.sandbox.pay(accountNumber);
    expect(await ada.call('user_wallet_get_info')).toMatchObject({ balance: 5000 });
    const late = await ada.call('user_deposit_order_create', { amount: 700 });
    await ada.sandbox.pay(late.accountNumber, { amount: 300, manner: 'late' });
    const { orders, mails } = await ada.sandbox.state();
    expect(orders.find(({ account }) => account === accountNumber)).toMatchObject({ received: 5000, status: 'completed' });
    const mail = mails.find(({ to }) => to === 'buttons@example.com')!;
    expect(await ada.sandbox.mail(mail.name)).toContain('<html');
    await ada.sandbox.reverse(accountNumber);
    await expect(ada.sandbox.reverse(accountNumber)).rejects.toMatchObject({
      id: 'sandbox_refused',
      message: `Nothing that was paid into ${accountNumber} can be taken back.`,
    });
    const { now } = await ada.sandbox.state();
    await ada.sandbox.forward({ minutes: 60 });
    expect(Date.parse((await ada.sandbox.state()).now) - Date.parse(now)).toBeGreaterThanOrEqual(3_600_000);
  });

  it('decide a purchase, and say why not', async () => {
    await expect(client().sandbox.outcome('01M84EVET36F5FTZKGV964BZYN', 'failed')).rejects.toThrow('There is no purchase');
    await expect(at(service.client.baseUrl).sandbox.state()).rejects.toThrow('others with the option sandboxToken');
  });
});

it('client in Python: the same sentences, and the same buttons', async () => {
  const script = `
from harmattan import HarmattanClient, HarmattanError

def said(call):
    try:
        call()
    except (HarmattanError, ValueError) as error:
        print(getattr(error, "id", type(error).__name__), "|", error)

said(lambda: HarmattanClient("127.0.0.1:3000"))
said(lambda: HarmattanClient("http://127.0.0.1:2", attempts=1).call("user_walet_get_inf"))
said(lambda: HarmattanClient("http://127.0.0.1:2", attempts=1).call("service_category_fetch"))
said(lambda: HarmattanClient("${proxyUrl}", attempts=1).call("service_category_fetch"))
said(lambda: HarmattanClient("${proxyUrl.replace('http:', 'https:')}", attempts=1).call("service_category_fetch"))
said(lambda: HarmattanClient("${service.client.baseUrl}").call("user_wallet_get_info"))
client = HarmattanClient("${service.client.baseUrl}", sandbox_token="a-token-of-the-sandbox")
client.sign_in("user_profile_create", ${JSON.stringify({ ...USER, emal: 'python@example.com' })})
order = client.call("user_deposit_order_create", {"amount": 5000})
client.sandbox.pay(order["accountNumber"])
print(client.call("user_wallet_get_info")["balance"])
client.sandbox.reverse(order["accountNumber"])
said(lambda: client.sandbox.reverse(order["accountNumber"]))
said(lambda: client.sandbox.outcome("none", "failed"))
client.sandbox.forward(minutes=1)
print("<html" in client.sandbox.mail(client.sandbox.state()["mails"][0]["name"]))
said(lambda: HarmattanClient("${service.client.baseUrl}").sandbox.state())
`;
  const env = {
    ...process.env,
    PYTHONPATH: resolve(import.meta.dirname, '../../packages/client-python'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const { stdout } = await promisify(execFile)(providePython(), ['-W', 'error', '-c', script], { env });
  expect(stdout.trim().split('\n')).toEqual([
    'ValueError | base_url is "127.0.0.1:3000", without http:// or https://: write "http://127.0.0.1:3000"',
    'unknown_operation | There is no operation "user_walet_get_inf". Did you mean "user_wallet_get_info"? /docs of the service lists all.',
    'unreachable | Nothing answers at http://127.0.0.1:2 ([Errno 111] Connection refused): is the service running there?',
    expect.stringMatching(/^not_an_envelope \| HTTP 502 and "<html> <h1>Bad gateway<\/h1><\/html>", which is not/),
    expect.stringMatching(/^no_answer \| https:.* does not speak https: write http/),
    'rqat_required | user_wallet_get_info needs a session, and this client has none: sign in first by sign_in("user_profile_login", ...)',
    '5000',
    expect.stringMatching(/^sandbox_refused \| Nothing that was paid into \d+ can be taken back\.$/),
    'sandbox_refused | There is no purchase or payout none.',
    'True',
    expect.stringMatching(/^sandbox_refused \| .*others with sandbox_token$/),
  ]);
});
