import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PayoutProviders, SandboxPayouts } from '../../../src/contexts/banks/payout-provider.js';
import { naira } from '../../../src/kernel/money.js';
import { Database } from '../../../src/platform/database/database.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { startApp, type TestApp } from '../../support/app.js';
import { SIGNAL, submission } from './support.js';

describe.each(ONE_BACKEND)('payouts of the sandbox on %s', (backend) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp(backend);
  });
  afterAll(() => service.close());

  const provider = () => service.app.get(PayoutProviders).find('sandbox')!;
  const submit = (account: string, reference = provider().newReference()) =>
    provider().submit(submission(reference, account), SIGNAL);
  const query = (reference: string) =>
    provider().query(reference, SIGNAL, { amountKobo: naira(2_500), bankCode: 'SBX-gtbank', account: '0123450000' });
  const end = (reference: string, state: 'paid' | 'failed' | 'returned') => service.app.get(SandboxPayouts).end(reference, state);

  it.each([
    ['0123456789', 'success', undefined],
    ['0123450001', 'pending', undefined],
    ['0123450002', 'failed', 'biller_down'],
    ['0123450003', 'success', undefined],
    ['0123450007', 'pending', undefined],
    ['0123450404', 'failed', 'customer_invalid'],
    ['0123450503', 'failed', 'biller_down'],
  ])('to %s end as %s at first', async (account, status, errorClass) => {
    expect(await submit(account)).toMatchObject({ status, ...(errorClass ? { errorClass } : {}) });
  });

  it('that are paid name the session of the rail and what they cost, the same each time', async () => {
    const outcome = await submit('0123456789', 'sbx-same');
    expect(outcome).toMatchObject({ status: 'success', sessionId: expect.stringMatching(/^999999\d{24}$/), feeKobo: naira(10) });
    expect(await submit('0123456789', 'sbx-same')).toEqual(outcome);
    expect(await query('sbx-same')).toEqual(outcome);
    const rows = await service.app
      .get(Database, { strict: false })
      .rows("SELECT payments FROM sandbox_payout WHERE reference = 'sbx-same'");
    expect(rows).toEqual([{ payments: 1 }]);
  });

  it('to 0001 are paid when they are asked about, and to 0007 when that is decided', async () => {
    await submit('0123450001', 'sbx-later');
    await submit('0123450007', 'sbx-open');
    expect([await query('sbx-later'), await query('sbx-open')]).toMatchObject([{ status: 'success' }, { status: 'pending' }]);
    expect(await end('sbx-open', 'returned')).toBe(false);
    expect(await end('sbx-open', 'failed')).toBe(true);
    expect(await query('sbx-open')).toMatchObject({ status: 'failed' });
  });

  it('that are paid are returned where that is decided, once', async () => {
    await submit('0123450003', 'sbx-back');
    expect([await end('sbx-back', 'returned'), await end('sbx-back', 'returned')]).toEqual([true, false]);
    expect(await query('sbx-back')).toMatchObject({ status: 'reversed' });
  });

  it('are not found under references that were never sent, and refused at unknown banks', async () => {
    expect(await query('sbx-never')).toMatchObject({ status: 'not_found' });
    const elsewhere = submission('sbx-elsewhere', '0123456789', { bankCode: 'gtbank' });
    expect(await provider().submit(elsewhere, SIGNAL)).toMatchObject({ status: 'failed' });
    expect(await query('sbx-elsewhere')).toMatchObject({ status: 'not_found' });
  });

  it('are listed with their states', async () => {
    const listed = [];
    for await (const page of provider().transactions({ from: 0, to: Date.now() + 1 })!) listed.push(...page);
    expect(listed).toContainEqual(
      expect.objectContaining({ reference: 'sbx-back', status: 'reversed', amountKobo: naira(2_500) }),
    );
  });
});
