import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { provider } from '../analytics/support.js';

const BUDGETS = '{"site_contact_forms":{"cap":12},"site_contact_bytes":{"cap":50000}}';

describe.each(ONE_BACKEND)('forms of strangers on %s', (backend) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp(backend, { TRUSTED_PROXIES: 'loopback', BUDGETS });
  });
  afterAll(() => service.close());

  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
  const contact = (ip: string, length: number) =>
    service.client.post('core_contact_create', {
      body: { flnm: 'Ada Obi', emad: 'ada@example.com', msge: 'x'.repeat(length), dvty: 'Web', dsnm: 'browser' },
      ...from(ip),
    });
  const feedback = (ip: string) =>
    service.client.post('app_feedback_create', { body: { mesg: 'Good', dvty: 'Web', dsnm: 'browser' }, ...from(ip) });
  async function stored(): Promise<number> {
    const sql = 'SELECT SUM(LENGTH(message)) AS bytes FROM contact_form';
    const [row] = await provider(service, Database).rows<{ bytes: number | string }>(sql);
    return Number(row!.bytes);
  }

  it('400 of 10 KB from one network store 1 MB, with a clear refusal, and leave other networks theirs', async () => {
    const answers = await Promise.all(Array.from({ length: 400 }, () => contact('41.58.0.1', 10_000)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBe(99);
    for (const { status, body, headers } of refused) {
      expect(status).toBe(429);
      expect(body.ERRORS.DETAILS).toMatch(/^The limit for this is reached, please try again later \(/);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await stored()).toBe(990_000);
    expect((await contact('41.58.0.2', 10_000)).status).toBe(200);
  });

  it('short ones count too, feedback among them', async () => {
    const answers = [];
    for (let number = 0; number < 502; number++)
      answers.push((await (number % 2 ? feedback('41.58.0.3') : contact('41.58.0.3', 10))).status);
    expect(answers.slice(0, 500)).toEqual(Array.from({ length: 500 }, () => 200));
    expect(answers.slice(500)).toEqual([429, 429]);
  });

  it('of the networks of one IPv6 /48 count together too, by their number and their bytes', async () => {
    const bySite = async (site: string, forms: number, length: number) => {
      const statuses = [];
      for (let number = 0; number < forms; number++)
        statuses.push((await contact(`2c0f:f248:${site}:${number.toString(16)}::1`, length)).status);
      return statuses.filter((status) => status === 200).length;
    };
    expect(await bySite('1', 7, 10_000)).toBe(4);
    expect(await bySite('2', 15, 10)).toBe(12);
  });
});
