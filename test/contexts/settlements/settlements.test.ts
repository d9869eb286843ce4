import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { Ledger, VerifyLedger, Wallets } from '../../../src/ledger/index.js';
import { kobo } from '../../../src/kernel/money.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { failed, type Staff, StaffFixture } from '../staff/staff-fixture.js';

const GRANTS = ['otherControl.fiatCurency', 'otherControl.paymtMethod'];

describe.each(ONE_BACKEND)('settlements on %s', (backend) => {
  let staff: StaffFixture;
  let [clerk, approver]: Staff[] = [];
  beforeAll(async () => {
    staff = await StaffFixture.open(backend, { BANK_ACCOUNTS: 'gtb,zenith', APPROVAL_DAILY_TOTAL: '100000000' });
    [clerk, approver] = [await staff.hire(...GRANTS), await staff.hire(...GRANTS)];
  });
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
      debts: 0,
      bank: [
        { name: 'gtb', book: gtb, statement: null },
        { name: 'zenith', book: zenith, statement: null },
      ],
      providers: expect.arrayContaining([
        { name: 'sandbox', book: biller, stated: null },
        { name: 'sandbox-deposits', book: deposits, stated: null },
      ]) as object[],
      difference,
      covered: difference >= 0,
    });
    expect(await shown({ rqvl: '2020-01-01' })).toMatchObject({ day: '2020-01-01', difference: 0, covered: true });
  });

  it('and the operations beside them refuse bad input, and never answer it with a fault', async () => {
    const user = await staff.service.register();
    const id = '01ZZZZZZZZZZZZZZZZZZZZZZZZ';
    const days = ['9999-12-31', '2026-02-30', '0000-01-01', '-1', '2026-13-01', '99999-01-01'];
    const pages = ['0', '-1', '99999999999999', '253402300799999', 'x'];
    const amounts = [1.005, -1, 0, 1e16, '1e5', '0.001', null, [], {}];
    const texts = ['', ' ', '\u0000', '😀'.repeat(100), "'; --", '%', '9'.repeat(400)];
    const queries: [action: string, fixed: object, varied: Record<string, readonly unknown[]>][] = [
      ['control_books_fetch', {}, { rqvl: days }],
      ['control_safeguarding_fetch', { rqtp: 'day' }, { rqvl: days }],
      ['control_tax_fetch', { rqtp: 'month' }, { rqvl: ['9999-12', '2026-13', '0000-00', '2026-1', ...days] }],
      ['control_settlement_fetch', { rqtp: 'kind' }, { rqvl: texts, page: pages }],
      ['control_statement_fetch', { rqtp: 'mk', rqvl: id }, { rqvl: texts, page: pages }],
      ['control_reconciliation_fetch', { rqtp: 'day' }, { rqvl: [...days, ...texts], page: pages }],
      ['control_suspense_fetch', { rqtp: 'all' }, { from: days, to: days, page: pages, pnum: ['0', '101', '1.5'] }],
      ['control_account_fetch', { rqvl: 'system:suspense' }, { rqvl: texts, page: pages }],
      ['control_journal_fetch', { rqvl: id }, { rqvl: texts }],
      ['control_proposal_fetch', { rqtp: 'mk' }, { rqvl: texts, page: pages }],
      ['control_payout_fetch', { rqtp: 'account' }, { rqvl: texts, page: pages }],
      ['control_bank_fetch', { rqtp: 'all' }, { rqvl: texts }],
      ['control_case_fetch', { rqtp: 'mk' }, { rqvl: texts, page: pages }],
      ['control_timeline_fetch', { rqvl: `suspense:${id}` }, { rqvl: texts }],
      ['control_name_fetch', { rqvl: `proposal:${id}` }, { rqvl: [...texts, 'x', ':', `none:${id}`] }],
      [
        'control_user_wallet_statement',
        { uxid: user.userid, from: '2026-01-01', to: '2026-01-31' },
        { from: days, to: days, uxid: texts },
      ],
      ['user_wallet_statement', { from: '2026-01-01', to: '2026-01-31' }, { from: days, to: days, format: texts }],
      ['user_bank_fetch', {}, { account: texts }],
      ['user_bank_resolve', { code: 'gtbank', account: '1234567890' }, { code: texts, account: texts }],
      ['user_payout_quote', { code: 'gtbank', amount: 500 }, { amount: ['1.005', '-1', 'x', '1e99'], code: texts }],
      ['user_payout_fetch', { rqtp: 'mk' }, { rqvl: texts, page: pages }],
      ['user_payee_fetch', {}, { page: pages, rqtp: texts }],
    ];
    const lines = [{ line: id, kind: 'bank_fee' }];
    const bodies: [action: string, fixed: object, varied: Record<string, readonly unknown[]>][] = [
      [
        'control_settlement_create',
        entry({ reference: 'bad input' }),
        { valued: days, amount: amounts, reference: texts, provider: texts },
      ],
      [
        'control_statement_settle',
        { reqv: id, lines, reason: 'x' },
        { lines: [[], 'x', [null], [{ line: id, kind: 'bank_fee', day: '2026-01-01' }]] },
      ],
      ['control_suspense_return', { reqv: id, bank_reference: 'x', reason: 'x' }, { valued: days, bank: texts, reqv: texts }],
      ['control_suspense_settle', { reqv: id, outcome: 'recovered', reason: 'x' }, { reqv: texts }],
      ['control_payout_resolve', { reqv: id, outcome: 'failed', reason: 'x' }, { reqv: texts, reason: texts }],
      ['control_payout_requery', { reqv: id }, { reqv: texts }],
      ['control_bank_update', { code: 'gtbank', provider: 'sandbox', reqv: 'x', reason: 'x' }, { code: texts, reqv: texts }],
      ['control_case_take', { reqv: `suspense:${id}` }, { reqv: [...texts, ':', `none:${id}`] }],
      ['control_case_note', { reqv: `suspense:${id}`, note: 'x' }, { note: texts, reqv: texts }],
      [
        'control_case_update',
        { reqv: `suspense:${id}`, due: '2026-01-01' },
        { due: [...days, '9999-12-31T23:59:59', '253402300799999'], owner: texts },
      ],
      [
        'control_tariff_propose',
        { kind: 'transfer_fee', name: 'x', terms: '[]', reason: 'x' },
        {
          terms: ['{"dayly": 1000}', '[{"from": 0.001, "fee": 1}]', '[{"from": 0, "fee": 1, "free": 2}]', '[', 'null'],
          from: days,
          until: days,
        },
      ],
      [
        'user_payout_create',
        { code: 'gtbank', account: '1234567890', name: 'X', amount: 500 },
        { amount: amounts, messge: texts, payee: texts },
      ],
      [
        'user_payee_create',
        { kind: 'bank', label: 'x', code: 'gtbank', account: '1234567890' },
        { kind: texts, label: texts, account: texts },
      ],
    ];
    const wrong: string[] = [];
    const look = async (kind: 'get' | 'post', [action, fixed, varied]: (typeof queries)[number]) => {
      const as = action.startsWith('user_') ? user : clerk!;
      for (const [name, values] of Object.entries({ ...varied, unknownKey: ['1'] }))
        for (const value of values) {
          const given = { ...fixed, [name]: value } as Record<string, string>;
          const { status } = await (kind === 'get' ? staff.get(action, as, given) : staff.post(action, as, given));
          if (status >= 500 || status === 429) wrong.push(`${status} ${action} ${name}=${JSON.stringify(value)}`);
        }
    };
    for (const query of queries) await look('get', query);
    for (const body of bodies) await look('post', body);
    expect(wrong).toEqual([]);
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
