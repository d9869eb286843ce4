import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lagosDate } from '../../src/kernel/lagos-time.js';
import { ONE_BACKEND, makeBackend } from '../support/backend.js';
import { until } from '../support/until.js';
import { Shop } from '../contexts/purchases/support.js';
import { runCli } from './run-cli.js';

const DAY = '2026-10-05';

describe('cli: reconcile', () => {
  const place = makeBackend('sqlite');
  beforeAll(async () => {
    await runCli(place.environment, 'migrate', '--create');
  });
  afterAll(() => place.remove());

  const reconcile = (...args: string[]) =>
    runCli(place.environment, 'reconcile', '--provider', 'sandbox', '--day', DAY, '--json', ...args);
  function file(name: string, text: string): string {
    const path = join(place.config.dataDir, name);
    writeFileSync(path, text);
    return path;
  }

  it('takes the own names of the columns and naira without a map, and exits 1 on a difference', async () => {
    const csv = file('own.csv', `reference,amount,status,time\nelse-1,"1,200.50",delivered,${DAY} 10:00\n`);
    const { exitCode, json } = await reconcile('--file', csv);
    expect([exitCode, json]).toMatchObject([1, { ours: 0, theirs: 1, missingHere: 1, differenceKobo: 120_050 }]);
  });

  it('exits 0 where both sides agree', async () => {
    const { exitCode, json } = await reconcile('--file', file('empty.csv', 'reference,amount,status,time\n'));
    expect([exitCode, json]).toMatchObject([0, { ours: 0, theirs: 0, matched: 0 }]);
  });

  it.each([
    ['a line that cannot be read', 'reference,amount\nx1,10\nx2,ten\n', [], 'line 3: amount "ten" is no amount in naira'],
    ['a column that is not there', 'ref,amount\nx1,10\n', [], 'it has no column reference'],
    ['what is no CSV', 'reference,amount\n"x1,10\n', [], 'The settlement file cannot be read'],
    ['a decimal comma', 'reference,amount\nx1,"9,00"\n', [], 'line 2: amount "9,00" is no amount in naira; --map may say'],
    ['a fee with one', 'reference,amount,fee\nx1,10,"0,50"\n', [], 'line 2: fee "0,50" is no amount in naira'],
    ['a rounded reference', 'reference,amount\n1.23E+14,10\n', [], 'line 2: reference "1.23E+14" is a number that'],
    ['two columns of one name', 'reference,amount,Amount\nx1,10,11\n', [], 'line 1: two columns are called amount'],
    ['an amount in two columns', 'reference,amount\nx1,1,000.00\n', [], 'line 2: it has 3 values for 2 columns'],
    ['a map that is none', 'reference,amount\n', ['--map'], 'is no map'],
  ])('exits 2 for %s', async (_, text, more, message) => {
    const map = more.length > 0 ? ['--map', file('map.json', '{"unit":"dollar"}')] : [];
    const { exitCode, json } = await reconcile('--file', file('wrong.csv', text), ...map);
    expect([exitCode, json.error]).toEqual([2, expect.stringContaining(message)]);
  });

  it('reads semicolons, UTF-16, lines above the names, days of another order and no sum', async () => {
    const rows = [
      'Settlement of 5 October;;',
      'reference;amount;time',
      'x1;"1,200.50";10/05/2026 2:30 PM',
      'Total;"1,200.50";',
      '',
    ];
    const path = join(place.config.dataDir, 'utf16.csv');
    writeFileSync(path, `\uFEFF${rows.join('\r\n')}`, 'utf16le');
    expect((await reconcile('--file', path)).json).toMatchObject({ theirs: 1, missingHere: 1, differenceKobo: 120_050 });
  });

  it('exits 2 with a sentence for a file that cannot be read, and for a day that is none', async () => {
    const missing = await reconcile('--file', '/nowhere.csv');
    expect([missing.exitCode, missing.json.error]).toEqual([
      2,
      'The settlement file cannot be read: /nowhere.csv: there is no such file',
    ]);
    expect(await reconcile('--file', place.config.dataDir)).toMatchObject({ exitCode: 2 });
    const empty = file('own-names.csv', 'reference,amount,status,time\n');
    expect(await reconcile('--file', empty, '--map', '/nowhere.json')).toMatchObject({ exitCode: 2 });
    expect(await runCli(place.environment, 'reconcile', '--provider', 'sandbox', '--day', '2026-02-30')).toMatchObject({
      exitCode: 2,
    });
  });
});

describe.each(ONE_BACKEND)('cli: reconcile with what the sandbox lists on %s', (backend) => {
  let shop: Shop;
  const today = () => lagosDate(Date.now());
  const reconcile = (...args: string[]) =>
    runCli(shop.service.environment, 'reconcile', '--provider', 'sandbox', '--day', today(), '--json', ...args);

  beforeAll(async () => {
    shop = await Shop.open(backend);
  });
  afterAll(() => shop.service.close());

  it('agrees on purchases and deposits of a day, and finds a payment that it was not told', async () => {
    const user = await shop.customer(0);
    const { body } = await shop.service.client.post('user_deposit_order_create', { as: user, body: { amount: 5_000 } });
    const { accountNumber } = body.DATA as { accountNumber: string };
    const pay = (...args: string[]) => runCli(shop.service.environment, 'sandbox:pay', accountNumber, ...args);
    expect((await pay()).exitCode).toBe(0);
    await until(async () => (await shop.balance(user)) === 5_000);
    await shop.buyAirtime(user, { phone: '08030001234' });
    await shop.buyAirtime(user, { phone: '08030000002' });
    const before = await reconcile();
    expect([before.exitCode, before.json]).toMatchObject([0, { matched: 3, missingHere: 0, missingThere: 0, differing: 0 }]);

    expect((await pay('700', '--untold')).exitCode).toBe(0);
    const found = await reconcile();
    expect([found.exitCode, found.json]).toMatchObject([1, { missingHere: 1, differenceKobo: 70_000 }]);
    expect(await reconcile()).toMatchObject({ exitCode: 0 });
  });
});
