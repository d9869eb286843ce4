import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let service: TestApp;
beforeAll(async () => {
  service = await startApp('sqlite');
});
afterAll(() => service.close());

async function visit(path: string, accept: string, method = 'GET') {
  const response = await fetch(service.client.baseUrl + path, { method, headers: { accept }, redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

describe('a browser that opens', () => {
  it.each(['/', '/?utm_source=mail', '/docs/'])('%s: is led to the reference', async (path) => {
    expect(await visit(path, BROWSER)).toMatchObject({ status: 302, location: '/docs' });
  });

  it.each(['/?req=nothing', '/nothing', '/?req='])('%s: gets the answer of the operation', async (path) => {
    const { status, text } = await visit(path, BROWSER);
    expect([status, text]).toEqual([404, expect.stringContaining('"STATUS":"FAILED"')]);
  });
});

it.each([
  ['*/*', 'GET'],
  ['application/json', 'GET'],
  ['', 'GET'],
  [BROWSER, 'POST'],
])('a program that accepts %s and sends %s / is answered with an envelope', async (accept, method) => {
  const { status, text } = await visit('/', accept, method);
  expect([status, text]).toEqual([404, expect.stringContaining('action_unsupported')]);
});
