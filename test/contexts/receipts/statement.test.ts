import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ExportStatement, Ledger } from '../../../src/contexts/wallet/index.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { expectShape } from '../../contract/support/shapes.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { provider } from '../analytics/support.js';

describe.each(BACKENDS)('statements on %s', (backend) => {
  let service: TestApp;
  let ada: TestUser;
  let obi: TestUser;
  const today = lagosDate(Date.now());
  const statement = (as: TestUser, query: Record<string, string>) =>
    service.client.get('user_wallet_statement', { as, query: { from: '2026-01-01', to: '2099-12-31', ...query } });
  const bytesOf = ({ content }: { content: string }) => Buffer.from(content, 'base64');

  beforeAll(async () => {
    service = await startApp(backend);
    [ada, obi] = [await service.register({ fsnm: 'Adé' }), await service.register()];
    await provider(service, Ledger).commit(movement('system:suspense', ada.userid, 123_456));
  });
  afterAll(() => service.close());

  it("are of the caller's wallet, in both formats", async () => {
    const csv = (await statement(ada, { format: 'csv' })).body.DATA;
    expectShape(csv, 'MadeDocument');
    expect([csv.fileName, csv.fileType]).toEqual(['statement-2026-01-01-2099-12-31.csv', 'text/csv']);
    expect(bytesOf(csv).toString()).toContain('1234.56');
    const pdf = (await statement(ada, {})).body.DATA;
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytesOf(pdf))), { mergePages: true });
    expect(text).toContain('₦1,234.56');
    expect(text).toContain('Adé');
    expect(bytesOf((await statement(obi, { format: 'csv' })).body.DATA).toString()).not.toContain('1234.56');
  });

  it('are of the days that were asked for, both included', async () => {
    const of = async (from: string, to: string) =>
      bytesOf((await statement(ada, { from, to, format: 'csv' })).body.DATA).toString();
    const now = lagosDate(Date.now());
    expect(await of(today, now)).toContain('1234.56');
    expect(await of('2020-01-01', '2020-12-31')).not.toContain('1234.56');
  });

  it.each([
    ['2026-02-30', '2026-03-01', 'period_invalid'],
    ['2026-03-02', '2026-03-01', 'period_invalid'],
    ['yesterday', '2026-03-01', 'from_invalid'],
  ])('from %s to %s are refused with %s', async (from, to, id) => {
    const { status, body } = await statement(ada, { from, to });
    expect([status, body.ERRORS.CODE, body.ERRORS.ID]).toEqual([400, 400, id]);
  });

  it('that are too long are refused without being read to their end', async () => {
    let read = 0;
    const endless = async function* () {
      for (;;) {
        read++;
        yield await Promise.resolve(new Uint8Array(100_000));
      }
    };
    const spy = vi.spyOn(provider(service, ExportStatement), 'execute').mockImplementation(endless);
    const { status, body } = await statement(ada, {});
    spy.mockRestore();
    expect([status, body.ERRORS.ID]).toEqual([400, 'statement_too_long']);
    expect(read).toBe(6);
  });
});
