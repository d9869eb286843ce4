import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PassingPayoutRecipients, PayoutProviders, PayoutRecipients } from '../../../src/contexts/banks/index.js';
import { kobo } from '../../../src/kernel/money.js';
import { MonnifySimulator } from '../../../packages/simulators/monnify/monnify-simulator.js';
import { PaystackSimulator } from '../../../packages/simulators/paystack/paystack-simulator.js';
import { startApp, type TestApp } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';

const ACCOUNT = { bankCode: '058', account: '0123456789' };

describe.each(ONE_BACKEND)('payout providers of companies on %s', (backend) => {
  let service: TestApp;
  let paystack: PaystackSimulator;
  let monnify: MonnifySimulator;
  beforeAll(async () => {
    [paystack, monnify] = await Promise.all([PaystackSimulator.start(), MonnifySimulator.start()]);
    service = await startApp(backend, {
      PAYOUT_PROVIDERS: 'paystack,monnify',
      ...paystack.environment,
      ...monnify.environment,
    });
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([paystack.stop(), monnify.stop()]);
  });

  const provider = (name: string) => service.app.get(PayoutProviders).find(name)!;
  const submission = () => ({
    reference: provider('paystack').newReference(),
    ...ACCOUNT,
    name: 'ADA OBI',
    bankName: 'Guaranty Trust Bank',
    amountKobo: kobo(1_000_050),
    narration: 'Rent',
  });
  const signal = () => AbortSignal.timeout(5_000);

  it('are made in the order of the list, with the credentials of both', async () => {
    const names = service.app.get(PayoutProviders).all.map(({ name }) => name);
    expect(names).toEqual(['paystack', 'monnify']);
    for (const name of names) expect((await provider(name).submit(submission(), signal())).status).toMatch(/success|pending/);
  });

  it('remember an account that was registered, and find it by its name', async () => {
    const kept = service.app.get(PayoutRecipients);
    const code = await kept.find('paystack', ACCOUNT);
    expect(code).toMatch(/^RCP_/);
    expect(await kept.accountOf('paystack', code!)).toEqual(ACCOUNT);
    paystack.faults.always('/transferrecipient', 'unavailable');
    const { status } = await provider('paystack').submit(submission(), signal());
    paystack.faults.clear();
    expect(status).toBe('success');
  });

  it('answer the question of a company by the account of its recipient', async () => {
    const asked = submission();
    const recipient = await service.app.get(PayoutRecipients).find('paystack', ACCOUNT);
    const body = Buffer.from(JSON.stringify({ reference: asked.reference, amount: asked.amountKobo, recipient }));
    const question = await provider('paystack').approvals?.read({ headers: {}, body });
    expect(question).toEqual({ reference: asked.reference, amountKobo: 1_000_050, destination: ACCOUNT });
  });
});

describe.each([...ONE_BACKEND, 'memory'] as const)('recipients in %s', (place) => {
  let service: TestApp | undefined;
  let kept: PayoutRecipients;
  beforeAll(async () => {
    service = place === 'memory' ? undefined : await startApp(place);
    kept = service?.app.get(PayoutRecipients) ?? new PassingPayoutRecipients();
  });
  afterAll(() => service?.close());

  it('are those of one provider and one account', async () => {
    await kept.keep('one', ACCOUNT, 'RCP_a');
    await kept.keep('other', ACCOUNT, 'RCP_a');
    expect(await kept.find('one', ACCOUNT)).toBe('RCP_a');
    expect(await kept.find('one', { ...ACCOUNT, bankCode: '044' })).toBeUndefined();
    expect(await kept.find('third', ACCOUNT)).toBeUndefined();
  });

  it('are known by exactly their names', async () => {
    expect(await kept.accountOf('one', 'RCP_a')).toEqual(ACCOUNT);
    expect(await kept.accountOf('one', 'rcp_A')).toBeUndefined();
    expect(await kept.accountOf('third', 'RCP_a')).toBeUndefined();
  });

  it('have the last name that they were given, and none once they are forgotten', async () => {
    await kept.keep('one', ACCOUNT, 'RCP_b');
    expect(await kept.find('one', ACCOUNT)).toBe('RCP_b');
    expect(await kept.accountOf('one', 'RCP_a')).toBeUndefined();
    await kept.forget('one', ACCOUNT);
    expect(await kept.find('one', ACCOUNT)).toBeUndefined();
    expect(await kept.find('other', ACCOUNT)).toBe('RCP_a');
  });
});
