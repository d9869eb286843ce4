import { readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../support/app.js';

const PAGE = new URL('../../src/platform/http/openapi/page/', import.meta.url);

interface Sent {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}

/** The page renders asynchronously. */
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 20_000, interval: 20 });

let service: TestApp;
let dom: JSDOM;
const sent: Sent[] = [];

/** The page with its own scripts in jsdom. */
beforeAll(async () => {
  service = await startApp('sqlite');
  const url = `${service.client.baseUrl}/docs`;
  const html = await (await fetch(url)).text();
  dom = new JSDOM(html.replaceAll(/<script.*?<\/script>/g, ''), { url, runScripts: 'outside-only', pretendToBeVisual: true });
  const bundle = await (await fetch(`${url}/swagger-ui-bundle.js`)).text();
  const { signedHeaders } = (await import(new URL('sign.js', PAGE).href)) as { signedHeaders: unknown };
  Object.defineProperty(dom.window, 'crypto', { value: crypto });
  Object.assign(dom.window, { Headers, Request, Response, FormData, Blob, TextEncoder, TextDecoder, structuredClone });
  Object.assign(dom.window, { signedHeaders, fetch: send, scrollTo: () => undefined });
  dom.window.eval(bundle);
  // An evaluated script cannot import; the imported names are already on the window.
  dom.window.eval(readFileSync(new URL('page.js', PAGE), 'utf8').replaceAll(/^import.*$/gm, ''));
  await until(() => all('.opblock-tag').length > 0);
  for (const tag of all('.opblock-tag').slice(0, 2)) tag.click();
  await until(() => all('.opblock').length > 20);
}, 120_000);

afterAll(async () => {
  dom.window.close();
  await service.close();
});

async function send(address: string, request: { method: string; headers: Record<string, string>; body?: string }) {
  const url = new URL(address, service.client.baseUrl);
  const { method, headers, body } = request;
  const answer = await fetch(url, { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) });
  sent.push({ target: url.pathname + url.search, headers, status: answer.status });
  return answer;
}

function all(selector: string, within: ParentNode = dom.window.document): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(selector)];
}

/** Opens an operation and sends the prefilled request. */
async function tryOut(action: string): Promise<Sent> {
  const before = sent.length;
  const block = all('.opblock').find((each) => each.id.endsWith(`-${action}`))!;
  for (const button of ['.opblock-summary-control', '.try-out__btn', '.execute']) {
    await until(() => all(button, block).length > 0);
    all(button, block)[0].click();
  }
  await until(() => sent.length > before);
  return sent.at(-1)!;
}

describe('trying operations on the page', () => {
  it('registers, and signs later requests', async () => {
    const registration = await tryOut('user_profile_create');
    expect(registration).toMatchObject({ target: '/user_profile_create', status: 200 });
    expect(registration.headers).not.toHaveProperty('SVC-REQSIGNAL');
    const key = dom.window.document.querySelector<HTMLInputElement>('#key')!;
    await until(() => key.value !== '');

    const wallet = await tryOut('user_wallet_get_info');
    expect(wallet.status).toBe(200);
    expect(wallet.headers['SVC-SECUREKEY']).toBe(key.value);

    const order = await tryOut('user_deposit_order_create');
    expect(order.status).toBe(200);
    expect(order.target).toMatch(/^\/user_deposit_order_create\?n=/);
  }, 120_000);
});
