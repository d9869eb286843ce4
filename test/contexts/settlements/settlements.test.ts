import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { Ledger, VerifyLedger, Wallets } from '../../../src/ledger/index.js';
import { kobo } from '../../../src/kernel/money.js';
import { BACKENDS } from '../../support/backend.js';
import { failed, type Staff, StaffFixture } from '../staff/staff-fixture.js';

const GRANTS = ['otherControl.fiatCurency', 'otherControl.paymtMethod'];

describe.each(BACKENDS)('settlements on %s', (backend) => {
  let staff: StaffFixture;
  let [clerk, approver]: Staff[] = [];
  beforeAll(async () => {
    staff = await StaffFixture.open(backend, { BANK_ACCOUNTS: 'gtb,zenith', APPROVAL_DAILY_TOTAL: '100000000' });
    [clerk, approver] = [await staff.hire(...GRANTS), await staff.hire(...GRANTS)];
  }, 120_000);
  afterAll(() => staff.close());

  const today = () => lagosDate(staff.clock.now());
  const entry = (more: object) => ({
    kind: 'bank_fee',
    bank: 'gtb',
    amount: 52.5,
    valued: today(),
    reason: 'Statement',
    ...more,
  });
  const propose = (more: object) => staff.post('control_settlement_create', clerk, entry(more));
  const decide = async (reqv: string) => {
    const pinc = staff.code(approver!.totpSecret);
    const { body } = await staff.post('control_proposal_decide', approver, { reqv, decision: 'approve', pinc });
    return (body.DATA as { status: string }).status;
  };
  const booked = async (more: object) => decide((await propose(more)).body.DATA.MKID as string);
  const balances = (...accounts: string[]) =>
    Promise.all(accounts.map(async (account) => (await staff.service.app.get(Wallets).balanceOf(account)) ?? 0));
  const listed = async (query: Record<string, string>) =>
    (await staff.get('control_settlement_fetch', clerk!, query)).body.DATA?.result as Record<string, unknown>[] | undefined;

  it.each([
    ['provider_payout', { provider: 'sandbox-deposits', bank: 'gtb' }, 'system:bank:gtb', 'system:deposits:sandbox'],
    ['float_topup', { provider: 'sandbox', bank: 'gtb' }, 'system:clearing:sandbox', 'system:bank:gtb'],
    ['provider_fee', { provider: 'sandbox', bank: undefined }, 'system:costs:sandbox', 'system:clearing:sandbox'],
    ['remittance', { account: 'vat', bank: 'zenith' }, 'system:vat', 'system:bank:zenith'],
    ['remittance', { account: 'duties', bank: 'zenith' }, 'system:duties', 'system:bank:zenith'],
    ['bank_fee', { bank: 'zenith' }, 'system:costs:banks', 'system:bank:zenith'],
  ])('%s %o debits %s and credits %s, once two members of staff agree', async (kind, about, debit, credit) => {
    const reference = `${kind}-${debit}`;
    const before = await balances(debit, credit);
    const marker = (await propose({ kind, reference, ...about })).body.DATA.MKID as string;
    expect(await balances(debit, credit)).toEqual(before);
    expect(await decide(marker)).toBe('executed');
    expect(await balances(debit, credit)).toEqual([before[0]! - 5_250, before[1]! + 5_250]);
    const [settlement] = (await listed({ rqtp: 'kind', rqvl: kind }))!;
    expect(settlement).toMatchObject({ kind, reference, amount: 52.5, valued: today(), status: 'booked' });
    expect(await listed({ rqtp: 'mk', rqvl: String(settlement!['marker']) })).toEqual([settlement]);
    const [journal] = await staff.rows<{ kind: string; subject: string }>(
      `SELECT kind, subject FROM journal WHERE id = '${String(settlement!['marker'])}'`,
    );
    expect(journal).toEqual({ kind, subject: marker });
  });

  it('refuse a reference that was used, and become void where another one used it meanwhile', async () => {
    const reference = 'FT-1';
    const marker = (await propose({ reference })).body.DATA.MKID as string;
    expect(failed(await propose({ reference }))).toMatchObject({ id: 'already_proposed' });
    expect(await decide(marker)).toBe('executed');
    expect(failed(await propose({ reference }))).toMatchObject({ id: 'reference_used' });
    const later = (await propose({ reference: 'FT-2' })).body.DATA.MKID as string;
    const columns = 'kind, provider, debited, credited, account, bank, amount_kobo, valued, recorded';
    await staff.rows(
      `INSERT INTO settlement (id, reference, ${columns}) SELECT 'x', 'FT-2', ${columns} FROM settlement WHERE reference = 'FT-1'`,
    );
    expect(await decide(later)).toBe('void');
    await staff.rows("DELETE FROM settlement WHERE id = 'x'");
  });

  it.each([
    ['a day that does not exist', { valued: '2026-02-30' }, 'valued_invalid'],
    ['a day of the year 9999', { valued: '9999-12-31' }, 'valued_invalid'],
    ['a day that is yet to come', { valued: '2099-01-01' }, 'settlement_invalid'],
    ['three decimals', { amount: 1.005 }, 'amount_invalid'],
    ['nothing', { amount: 0 }, 'amount_invalid'],
    ['an unknown kind', { kind: 'gift' }, 'kind_invalid'],
    ['an unknown bank', { bank: 'uba' }, 'settlement_invalid'],
    ['an unknown provider', { kind: 'float_topup', provider: 'nobody' }, 'settlement_invalid'],
    ['a part that the kind does not take', { provider: 'sandbox' }, 'settlement_invalid'],
    ['a part that the kind needs', { kind: 'remittance' }, 'settlement_invalid'],
  ])('refuse %s', async (_, more, id) => {
    expect(failed(await propose({ reference: 'bad', ...more }))).toMatchObject({ code: 400, id });
  });

  it('show what is open with each provider, and our bank accounts, with the books', async () => {
    expect(await booked({ kind: 'float_topup', provider: 'sandbox', amount: 1_000, reference: 'top-up' })).toBe('executed');
    const { clearing, banks } = (await staff.get('control_books_fetch', clerk!)).body.DATA as Record<string, unknown>;
    expect(banks).toEqual(['gtb', 'zenith']);
    const [balance] = await balances('system:clearing:sandbox');
    expect(clearing).toContainEqual({ provider: 'sandbox', account: 'system:clearing:sandbox', balance: balance! / 100 });
  });

  it('count for whether the money of users is covered', async () => {
    const shown = async (query: object) =>
      (await staff.get('control_safeguarding_fetch', clerk!, { rqtp: 'day', ...query })).body.DATA;
    const [gtb, zenith, biller, deposits] = (
      await balances('system:bank:gtb', 'system:bank:zenith', 'system:clearing:sandbox', 'system:deposits:sandbox')
    ).map((balance) => 0 - balance / 100) as [number, number, number, number];
    const difference = (gtb * 100 + zenith * 100 + biller * 100 + deposits * 100) / 100;
    expect(await shown({})).toEqual({
      day: today(),
      wallets: 0,
      held: 0,
      suspense: 0,
      bank: [
        { name: 'gtb', book: gtb },
        { name: 'zenith', book: zenith },
      ],
      providers: expect.arrayContaining([
        { name: 'sandbox', book: biller },
        { name: 'sandbox-deposits', book: deposits },
      ]) as object[],
      difference,
      covered: difference >= 0,
    });
    expect(await shown({ rqvl: '2020-01-01' })).toMatchObject({ day: '2020-01-01', difference: 0, covered: true });
  });

  it('are known to the verification of the ledger, which takes no other movement of a bank account', async () => {
    expect(await staff.service.app.get(VerifyLedger).execute()).toMatchObject({ ok: true });
    const movement = { account: 'system:bank:gtb', amountKobo: kobo(-1), note: '' };
    const journal = { id: 'j', subject: 's', postings: [movement, { account: 'system:fees', amountKobo: kobo(1), note: '' }] };
    const idempotencyKey = { scope: 'system', action: 'test', key: 'j', fingerprint: '' };
    for (const kind of ['adjustment', 'bank_fee'] as const)
      expect(() =>
        staff.service.app.get(Ledger).commit({ idempotencyKey, response: null, journal: { ...journal, kind } }),
      ).toThrow(`${kind} does not move these accounts so`);
    await staff.rows("UPDATE settlement SET amount_kobo = amount_kobo + 1 WHERE reference = 'FT-1'");
    expect(await staff.service.app.get(VerifyLedger).execute()).toMatchObject({ ok: false, wrong: { table: 'settlement' } });
  });
});
