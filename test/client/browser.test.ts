import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../packages/harness/servers/ports.js';
import { Ledger } from '../../src/ledger/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { launchBrowser } from '../support/browser.js';
import { movement } from '../support/ledger-fixture.js';
import { buildService } from '../support/service-process.js';
import { Gateway } from './support/gateway.js';

let service: TestApp;
let gateway: Gateway;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  await buildService();
  service = await startApp('sqlite', { RATE_LIMIT_SCALE: '0' });
  gateway = await Gateway.before(service.client.baseUrl);
  browser = await launchBrowser('--host-resolver-rules=MAP insecure.test 127.0.0.1');
});
afterAll(async () => {
  await browser?.close();
  await gateway?.close();
  await service?.close();
});
beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
  await open(page);
  gateway.actions.length = 0;
  return () => page.context().close();
});

/** A page with the client as `client`, whose session is in localStorage. */
async function open(tab: Page, host = '127.0.0.1'): Promise<void> {
  await tab.goto(`http://${host}:${gateway.port}/app/`);
  await tab.evaluate(`(async () => {
    const { HarmattanClient, sessionIn } = await import('/app/index.js');
    const retries = { firstDelayMs: 20 };
    globalThis.client = new HarmattanClient({ baseUrl: location.origin, session: sessionIn(localStorage), retries });
  })()`);
}

let users = 0;

/** Runs a function body in the page. */
const run = <T>(body: string, tab = page) => tab.evaluate<T>(`(async () => { ${body} })()`);

async function register(): Promise<{ email: string; userid: string }> {
  const emal = `browser${++users}@example.com`;
  const user = { fsnm: 'Ada', lsnm: 'Obi', emal, pswd: 'Correct-horse-7', devt: 'Web', devs: `tab-${users}`, devn: 'Tab' };
  const { userid } = await run<{ userid: string }>(`return client.signIn('user_profile_create', ${JSON.stringify(user)})`);
  return { email: emal, userid };
}

describe('client in a browser', () => {
  it('signs with WebCrypto, also what is encoded in an address, and keeps its session over a reload', async () => {
    await register();
    await run(`return client.call('user_profile_update', { fNme: 'Ọlá' })`);
    await page.reload();
    await open(page);
    expect(await run(`return client.call('user_profile_get_info')`)).toMatchObject({ firstName: 'Ọlá' });
    const check = `client.call('user_transfer_check_receiver', { rqtype: 'email', rqvalue: "a+b'(*)~!&ọ=%20@example.com" })`;
    expect(await run<string>(`return ${check}.catch((error) => error.id)`)).not.toBe('rqat_required');
    expect(await run(`return isSecureContext`)).toBe(true);
  });

  it('signs without WebCrypto, on a page without TLS', async () => {
    await open(page, 'insecure.test');
    expect(await run(`return [isSecureContext, crypto.subtle === undefined]`)).toEqual([false, true]);
    await register();
    expect(await run(`return client.call('user_wallet_get_info')`)).toMatchObject({ balance: 0 });
  });

  it('pays once when the answer is lost', async () => {
    const { email } = await register();
    const receiver = await service.client.post('user_profile_login', {
      body: { emal: email, pswd: 'Correct-horse-7', dvty: 'Web', dsnm: 'other' },
    });
    const { userid } = await register();
    await service.app.get(Ledger).commit(movement('system:suspense', userid, 10_000_00));
    gateway.loseAnswers('user_transfer_create', 2);
    await run(`return client.call('user_transfer_create', { email: '${email}', amount: 4000 })`);
    expect(gateway.actions.filter((action) => action === 'user_transfer_create')).toHaveLength(3);
    const wallet = await service.client.get('user_wallet_get_info', { as: receiver.body.DATA });
    expect(wallet.body.DATA).toMatchObject({ balance: 4000 });
  });

  it('uploads a file with the progress of its bytes', async () => {
    await register();
    const { record, steps } = await run<{ record: { fileSize: number }; steps: [number, number][] }>(`
      const steps = [];
      const content = new Blob(['a line of text\\n'.repeat(200_000)], { type: 'text/plain' });
      const onProgress = (sent, total) => steps.push([sent, total]);
      return { record: await client.upload({ content, fileName: 'lines.txt' }, {}, { onProgress }), steps };
    `);
    expect(record.fileSize).toBe(3_000_000);
    const [sent, total] = steps.at(-1)!;
    expect(sent).toBe(total);
    expect(total).toBeGreaterThan(3_000_000);
  });

  it('shares a session between tabs while its secret is replaced', async () => {
    await register();
    const tabs = [page, await page.context().newPage(), await page.context().newPage()];
    for (const tab of tabs.slice(1)) await open(tab);
    const secret = `JSON.parse(localStorage.getItem('harmattan-session')).secret`;
    const before = await run<string>(`
      const session = JSON.parse(localStorage.getItem('harmattan-session'));
      localStorage.setItem('harmattan-session', JSON.stringify({ ...session, rotateAt: 1 }));
      return session.secret;
    `);
    for (const action of ['user_wallet_get_info', 'user_profile_get_info', 'authentication_verify'])
      await Promise.all(tabs.map((tab) => run(`return client.call('${action}')`, tab)));
    expect(await run(`return ${secret}`)).not.toBe(before);
    // A tab may read what another has written a moment late, and replaces the secret again.
    expect(gateway.actions.filter((action) => action === 'user_authentication').length).toBeLessThanOrEqual(tabs.length);
  });

  it('says WEB_ORIGINS where the service does not allow the page', async () => {
    const said = await run<string>(`
      const { HarmattanClient } = await import('/app/index.js');
      const other = new HarmattanClient({ baseUrl: '${service.client.baseUrl}', retries: { attempts: 1 } });
      return other.call('service_category_fetch').catch((error) => error.message);
    `);
    const pageOrigin = `http://127.0.0.1:${gateway.port}`;
    expect(said).toContain(`does not allow pages of ${pageOrigin}. Start it with WEB_ORIGINS=${pageOrigin}`);
  });

  it('verifies webhooks', async () => {
    const id = await run(`
      const { verifyWebhook } = await import('/app/webhooks.js');
      const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,no' };
      return verifyWebhook({ headers, body: '{}' }, { secrets: 'whsec_AAAA', now: () => 1000 }).catch((error) => error.id);
    `);
    expect(id).toBe('signature_wrong');
  });
});

describe('passkeys of a browser', () => {
  let strong: TestApp;
  beforeAll(async () => {
    const PORT = String(await freePort());
    strong = await startApp('sqlite', { RATE_LIMIT_SCALE: '0', STRONG_PAYMENTS: 'required', PORT });
  });
  afterAll(() => strong?.close());

  /** On the origin of the service, which passkeys are for. */
  async function openAtService(): Promise<void> {
    const origin = strong.client.baseUrl.replace('127.0.0.1', 'localhost');
    await page.route(`${origin}/app/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: `http://127.0.0.1:${gateway.port}${pathname}` }) });
    });
    await page.goto(`${origin}/app/`);
    await run(`
      const { HarmattanClient } = await import('/app/index.js');
      globalThis.client = new HarmattanClient({ baseUrl: location.origin });
    `);
  }

  it('are bound, and confirm a payment once its user agrees', async () => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const verified = { isUserVerified: true, hasUserVerification: true, automaticPresenceSimulation: true } as const;
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, ...verified } as const;
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
    await openAtService();
    const receiver = await strong.register({ fsnm: 'Bayo', lsnm: 'Ade' });
    const { userid } = await register();
    await strong.app.get(Ledger).commit(movement('system:suspense', userid, 1_000_00));
    await run(`
      const { options } = await client.call('user_device_bind_begin', { kind: 'passkey' });
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const { id, response } = (await navigator.credentials.create({ publicKey })).toJSON();
      const made = { credential: id, client_data: response.clientDataJSON, attestation: response.attestationObject };
      await client.call('user_device_bind', { kind: 'passkey', name: 'Chromium', pswd: 'Correct-horse-7', ...made });
    `);
    const pay = () =>
      run<readonly string[]>(`
        const { confirmPayment, passkeySigner } = await import('/app/index.js');
        const shown = [];
        const order = { email: '${receiver.email}', amount: 100 };
        const paid = confirmPayment(client, 'user_transfer_create', order, passkeySigner(async (text) => shown.push(text)));
        return [await paid.then(({ message }) => message, ({ name }) => name), shown[0].split('\\n')[2]];
      `);
    expect(await pay()).toEqual(['You sent 100.00 Naira to Bayo Ade', '100.00 Naira']);
    expect(await pay()).toEqual(['You sent 100.00 Naira to Bayo Ade', '100.00 Naira']);
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    expect(await pay()).toEqual(['NotAllowedError', '100.00 Naira']);
    expect(await run(`return (await client.call('user_wallet_get_info')).balance`)).toBe(800);
  });
});
