import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shop } from '../contexts/purchases/support.js';
import { startApp, type TestUser } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import { until } from '../support/until.js';
import { PRODUCTION } from '../support/production.js';

interface Answered {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- every path answers another shape
  readonly json: any;
}

const PAGE = { 'x-sandbox-page': '1' };

const isPaid = (order: { account?: string; received?: number }, account: string) =>
  order.account === account && Number(order.received) > 0;

/** `fetch` sets no Host. */
function call(origin: string, path: string, headers: Record<string, string> = PAGE, method = 'GET'): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const json = () => JSON.parse(text) as unknown;
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text,
          get json() {
            return json();
          },
        });
      });
    });
    sent.on('error', reject).end();
  });
}

describe.each(ONE_BACKEND)('the page of the sandbox on %s', (backend) => {
  let shop: Shop;
  let user: TestUser;
  let origin: string;
  const state = async () => (await call(origin, '/sandbox/state')).json;

  beforeAll(async () => {
    shop = await Shop.open(backend);
    ({ origin } = new URL(await shop.service.app.getUrl()));
    user = await shop.customer(10_000);
  });
  afterAll(() => shop.service.close());

  it('shows an order and pays it', async () => {
    const ordered = await shop.service.client.post('user_deposit_order_create', { as: user, body: { amount: 900 } });
    const { accountNumber } = ordered.body.DATA as { accountNumber: string };
    const order = { user: user.email, account: accountNumber, amount: 900, received: 0, status: 'pending' };
    expect((await state()).orders).toContainEqual(expect.objectContaining(order));
    const paid = await call(origin, `/sandbox/pay?account=${accountNumber}&manner=short`, PAGE, 'POST');
    expect([paid.status, paid.json]).toEqual([200, { done: `Paid into ${accountNumber}.` }]);
    await until(async () => (await state()).orders[0].received === 450);
    expect((await state()).webhooks[0]).toMatchObject({ direction: 'inbound', partner: 'sandbox', event: 'deposit.received' });
  });

  it('shows an undecided purchase and ends it', async () => {
    const bought = await shop.buyAirtime(user, { phone: '08030000007' });
    const { orderId } = bought.body.DATA as { orderId: string };
    expect((await state()).purchases[0]).toMatchObject({ id: orderId, status: 'pending', state: 'waiting' });
    const decide = () => call(origin, `/sandbox/outcome?order=${orderId}&outcome=failed`, PAGE, 'POST');
    expect((await decide()).status).toBe(200);
    await shop.becomes(user, orderId, 'failed');
    expect(await decide()).toMatchObject({ status: 409, json: { refused: expect.stringContaining('undecided') as string } });
  });

  it('shows an undecided payout and a paid one, ends the one and returns the other', async () => {
    const payOut = async (account: string): Promise<string> => {
      const to = { code: 'gtbank', account };
      const { name } = (await shop.service.client.get('user_bank_resolve', { as: user, query: to })).body.DATA as {
        name: string;
      };
      const body = { ...to, name, amount: 500 };
      return (await shop.service.client.post('user_payout_create', { as: user, body })).body.DATA.transact as string;
    };
    const [undecided, paid] = [await payOut('0123450007'), await payOut('0123456785')];
    const shown = async () =>
      (await state()).payouts.map(({ id, status, state: at }: Record<string, string>) => [id, status, at]) as string[][];
    expect(await shown()).toEqual([
      [undecided, 'pending', 'waiting'],
      [paid, 'completed', 'paid'],
    ]);
    expect((await state()).payouts[0]).toMatchObject({ user: user.email, bank: 'Guaranty Trust Bank', amount: 500 });
    const decide = (order: string, outcome: string) =>
      call(origin, `/sandbox/outcome?order=${order}&outcome=${outcome}`, PAGE, 'POST');
    expect([(await decide(undecided, 'returned')).status, (await decide(undecided, 'failed')).status]).toEqual([409, 200]);
    expect((await decide(paid, 'returned')).status).toBe(200);
    await until(
      async () =>
        JSON.stringify(await shown()) ===
        JSON.stringify([
          [paid, 'reversed', 'returned'],
          [undecided, 'failed', 'failed'],
        ]),
    );
  });

  it('has the buttons that the documents name, with their answers', async () => {
    const rows = readFileSync(resolve(import.meta.dirname, '../../docs/sandbox.md'), 'utf8').matchAll(
      /^\| `(GET|POST) \/sandbox\/(\w+)\S*` \|.*\| (.*) \|$/gm,
    );
    const documented = new Map([...rows].map(([, method, name, answer]) => [`${method} ${name}`, answer!]));
    const ordered = await shop.service.client.post('user_deposit_order_create', { as: user, body: { amount: 800 } });
    const { accountNumber: account } = ordered.body.DATA as { accountNumber: string };
    const bought = await shop.buyAirtime(user, { phone: '08030000007' });
    const { orderId: order } = bought.body.DATA as { orderId: string };
    const pressed = {
      'POST pay': { account },
      'POST reverse': { account },
      'POST outcome': { order, outcome: 'delivered' },
      'POST clock': { minutes: '35' },
    };
    for (const [button, parameters] of Object.entries(pressed)) {
      const path = `/sandbox/${button.split(' ')[1]}?${new URLSearchParams(parameters).toString()}`;
      const { status, text } = await call(origin, path, PAGE, 'POST');
      const example = documented.get(button)!.replace(/^`|`$/g, '').replace('9912345678', account).replace('<order>', order);
      expect([status, JSON.parse(text)], button).toEqual([200, JSON.parse(example)]);
      if (button === 'POST pay') await until(async () => (await state()).orders.some((one: object) => isPaid(one, account)));
    }
    expect(Object.keys(await state())).toEqual(
      expect.arrayContaining([...documented.get('GET state')!.matchAll(/`(\w+)`/g)].map(([, name]) => name)),
    );
    expect([...documented.keys()]).toEqual([...Object.keys(pressed), 'GET state', 'GET mails']);
  });

  it('shows mails as they look', async () => {
    await until(async () => (await state()).mails.length > 0);
    const [mail] = (await state()).mails as { name: string }[];
    expect((await call(origin, `/sandbox/mails/${mail!.name}`)).json.html).toContain('<html');
    expect((await call(origin, '/sandbox/mails/..%2f..%2fapp.key')).status).toBe(409);
  });

  it('sends a page that loads nothing from elsewhere', async () => {
    for (const path of ['/sandbox', '/sandbox/page.js', '/sandbox/page.css', '/sandbox/colours.css']) {
      const { status, headers, text } = await call(origin, path, {});
      expect([status, headers['content-security-policy']]).toEqual([200, expect.stringContaining("default-src 'none'")]);
      expect(text).not.toMatch(/https?:\/\//);
    }
  });

  it.each([
    ['another site, which cannot send the header of the page', {}],
    ['a site whose name resolves to this machine', { ...PAGE, host: 'evil.example:3000' }],
    ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'true-client-ip'].map(
      (header): [string, Record<string, string>] => [`a proxy that sends ${header}`, { ...PAGE, [header]: '192.0.2.1' }],
    ),
  ])('refuses %s', async (_, headers) => {
    for (const [method, path] of [
      ['GET', '/sandbox/state'],
      ['POST', '/sandbox/pay?account=9900000000&amount=1'],
    ] as const)
      expect((await call(origin, path, headers, method)).status).toBe(403);
  });
});

describe('the page of the sandbox', () => {
  it('wants SANDBOX_TOKEN where it is set', async () => {
    const service = await startApp('sqlite', { SANDBOX_TOKEN: 'a-token-of-the-sandbox' });
    const { origin } = new URL(await service.app.getUrl());
    const status = async (headers: Record<string, string>) => (await call(origin, '/sandbox/state', headers)).status;
    expect([
      await status(PAGE),
      await status({ ...PAGE, authorization: 'Bearer another-token' }),
      await status({ ...PAGE, authorization: 'Bearer a-token-of-the-sandbox', host: 'sandbox.example' }),
    ]).toEqual([403, 403, 200]);
    await service.close();
  });

  it('is not there in production', async () => {
    const service = await startApp('sqlite', PRODUCTION);
    const { origin } = new URL(await service.app.getUrl());
    for (const path of ['/sandbox', '/sandbox/state']) expect((await call(origin, path)).status).toBe(404);
    await service.close();
  });
});
