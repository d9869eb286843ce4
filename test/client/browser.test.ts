import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
