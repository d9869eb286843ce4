import MiniSearch from 'minisearch';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadReference } from '../../packages/reference/src/docs/reference.js';
import { type Find, searchOf } from '../../packages/reference/src/docs/search-index.js';
import { startApp, type TestApp } from '../support/app.js';

let service: TestApp;
let find: Find;

beforeAll(async () => {
  service = await startApp('sqlite');
  const fromService = globalThis.fetch;
  // The page reads by paths. The packed clients are only there after a build, and are not searched.
  const packed = () => Promise.resolve(Response.json({ npm: '', wheel: '' }));
  vi.stubGlobal('fetch', (path: string) =>
    path === '/docs/clients.json' ? packed() : fromService(`${service.client.baseUrl}${path}`),
  );
  find = searchOf(MiniSearch, await loadReference());
  vi.unstubAllGlobals();
});
afterAll(() => service.close());

/** What newcomers typed, and found nothing by. */
it.each([
  ['virtual account', '#/operations/user_deposit_order_create'],
  ['waec pin', '#/operations/service_bill_payment'],
  ['signature invalid', '#/guides/signing/where-it-is-refused'],
  ['beneficiary', '#/operations/user_payee_fetch'],
  ['fees', '#/operations/service_quote_fetch'],
  ['retry', '#/guides/idempotency'],
  ['timezone', '#/guides/conventions/times'],
  ['nuban', '#/operations/user_bank_resolve'],
  ['php', '#/guides/signing'],
  ['list transactions', '#/operations/user_wallet_activity'],
  ['api key', '#/guides/signing/get-a-session'],
  ['send money', '#/operations/user_transfer_create'],
  ['double payment', '#/guides/idempotency'],
])('finds %s among the first three', (typed, wanted) => {
  expect(
    find(typed)
      .slice(0, 3)
      .map(({ href }) => href),
  ).toContain(wanted);
});
