import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAGIC_ENDINGS, scenarioOf, SandboxTimes } from '../../src/contexts/billers/adapters/sandbox/scenario.js';
import { Shop } from '../contexts/purchases/support.js';
import type { TestUser } from '../support/app.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/sandbox.md'), 'utf8');
const rows = [...page.matchAll(/^\| (`\d{4}`|any other) +\| (.*?) *\| (\w+)(.*?) *\| `(\d+)` *\| `(\d+)` *\|$/gm)].map(
  ([, ending, answer, end, when, phone, meter]) => ({
    ending: ending!.replaceAll('`', ''),
    answer: answer!,
    end: end!,
    when: when!,
    phone: phone!,
    meter: meter!,
  }),
);

describe('the magic values of docs/sandbox.md', () => {
  let shop: Shop;
  let user: TestUser;

  beforeAll(async () => {
    shop = await Shop.open('sqlite');
    user = await shop.customer(100_000);
  });
  afterAll(() => shop.service.close());

  it('are all that there are', () => {
    expect(rows.map(({ ending }) => ending)).toEqual([...MAGIC_ENDINGS.toSorted(), 'any other']);
  });

  it.each(rows)('$ending ends as $end', async ({ ending, answer, end, phone, meter }) => {
    for (const number of [phone, meter]) expect(number.slice(-4)).toBe(ending === 'any other' ? '1234' : ending);
    const { answers, begins } = scenarioOf(meter);
    const first = begins === 'waiting' ? 'pending' : begins;
    expect(answer).toMatch(new RegExp(`^${answers ? first : 'none'}\\b`));
    const { body } = await shop.buyAirtime(user, { phone });
    const { orderId } = body.DATA as { orderId: string };
    await shop.becomes(user, orderId, end);
  });

  it('name the time that a decision takes', () => {
    const { decidesAfterMs, reversesAfterMs } = new SandboxTimes();
    const seconds = rows.flatMap(({ when }) => /after (\d+) seconds/.exec(when)?.[1] ?? []).map(Number);
    expect(seconds).toEqual([decidesAfterMs, decidesAfterMs, reversesAfterMs].map((ms) => ms / 1000));
  });
});
