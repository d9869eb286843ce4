import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../../src/kernel/lagos-time.js';
import { kobo } from '../../../../src/kernel/money.js';
import type { StatementLine } from '../../../../src/contexts/settlements/statements.js';
import { BACKENDS } from '../../../support/backend.js';
import { Business, pickerOf } from './business.js';
import { BANK, BILLERS, DEPOSITS, Desk } from './desk.js';

const FIRST = '2026-10-01';
const DAYS = 31;
const LAST = addDays(FIRST, DAYS - 1);

describe.each(BACKENDS)('a month of business on %s', (backend) => {
  let desk: Desk;
  let business: Business;
  /** As the bank has it. */
  const bank: StatementLine[] = [];
  const openingKobo = kobo(0);

  /** Booked by staff the day after, as in life. */
  async function moved(
    kind: 'provider_payout' | 'float_topup',
    provider: string,
    amount: number,
    reference: string,
  ): Promise<void> {
    const valued = addDays(desk.today, -1);
    await desk.settle({ kind, provider, bank: BANK, amountKobo: kobo(amount), reference, valued });
    business.at(provider, kind === 'provider_payout' ? 0 - amount : amount);
    line(valued, kind === 'provider_payout' ? amount : 0 - amount, reference, `${kind} ${provider}`);
  }
  async function cost(
    kind: 'bank_fee' | 'remittance',
    amount: number,
    reference: string,
    account: 'vat' | 'duties' | '' = '',
  ): Promise<void> {
    await desk.settle({ kind, bank: BANK, account, amountKobo: kobo(amount), reference, valued: desk.today });
    line(desk.today, 0 - amount, reference, `${kind} ${account}`);
  }
  function line(day: string, amount: number, reference: string, description: string): void {
    bank.push({ day, amountKobo: kobo(amount), reference, description });
  }

  beforeAll(async () => {
    desk = await Desk.open(backend);
    business = new Business(desk, pickerOf(20_261_001));
    await business.open(12);
    // Payouts to banks would be generated here as well.
    for (let day = 1; day <= DAYS; day++) {
      for (const provider of DEPOSITS) await business.deposit(provider, 3_000_000 + day * 1_111, 4_500 + day);
      await business.stray('monnify', 70_000 + day);
      for (const provider of BILLERS)
        for (let turn = 0; turn < 3; turn++) await business.purchase(provider, 40_000 + day * 100, 1_050);
      await business.transfer(1_200_000, 1_000);
      await business.decide(false);
      for (let turn = 0; turn < 4; turn++) await business.decide(true);
      if (day % 5 === 0) {
        await business.takeBack();
        await business.reversal('paystack', 90_000);
        await business.adjust(2_500);
      }
      if (day > 1)
        for (const provider of DEPOSITS) await moved('provider_payout', provider, 2_000_000 + day, `${provider}-${day}`);
      if (day % 7 === 3)
        for (const provider of BILLERS) await moved('float_topup', provider, 800_000 + day, `FT-${provider}-${day}`);
      if (day % 7 === 3) await cost('bank_fee', 5_375 + day, `CHG-${day}`);
      if (day === 21) {
        await desk.settle({
          kind: 'provider_fee',
          provider: 'vtpass',
          amountKobo: kobo(12_345),
          reference: 'VT-FEE',
          valued: desk.today,
        });
        business.at('vtpass', -12_345);
        await cost('remittance', 2_000, 'FIRS-VAT', 'vat');
        business.vatKobo -= 2_000;
        await cost('remittance', 5_000, 'FIRS-DUTY', 'duties');
        business.dutiesKobo -= 5_000;
      }
      if (day < DAYS) desk.nextDay();
    }
    await business.decideAll();
    bank.sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
    desk.nextDay();
  });
  afterAll(() => desk.close());

  const find = (lines: readonly StatementLine[], more: { openingKobo?: number; closingKobo?: number } = {}) =>
    desk.find(
      {
        openingKobo: kobo(more.openingKobo ?? openingKobo),
        ...(more.closingKobo === undefined ? {} : { closingKobo: kobo(more.closingKobo) }),
        lines,
      },
      FIRST,
      LAST,
    );
  const closing = () => bank.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
  const without = (reference: string) => bank.filter((each) => each.reference !== reference);
  const changed = (reference: string, change: Partial<StatementLine>) =>
    bank.map((each) => (each.reference === reference ? { ...each, ...change } : each));
  const off = (reference: string, by: number) =>
    changed(reference, { amountKobo: kobo(bank.find((each) => each.reference === reference)!.amountKobo + by) });
  const doubled = (reference: string) => bank.flatMap((each) => (each.reference === reference ? [each, each] : [each]));
  const extra = (amount: number, reference: string, day = LAST) => [
    ...bank,
    { day, amountKobo: kobo(amount), reference, description: '' },
  ];

  it('reconciles to zero differences with the bank and with what each provider states', async () => {
    expect(bank.length).toBeGreaterThan(70);
    expect(await find(bank)).toEqual([]);
    for (const provider of [...DEPOSITS, ...BILLERS])
      expect([provider, await desk.stated(provider, LAST, business.theirs.get(provider)!)]).toEqual([provider, []]);
    expect(desk.logs).toEqual([]);
  });

  it('covers what users have by what banks and providers say', async () => {
    const { walletsKobo, heldKobo, banks, providers, differenceKobo, ...owed } = await desk.safeguarding.execute(LAST);
    const { suspenseKobo, debtsKobo } = owed;
    const shown = [walletsKobo, heldKobo, suspenseKobo, debtsKobo].map(Number);
    expect(shown).toEqual([business.walletsKobo, 0, business.suspenseKobo, business.debtsKobo]);
    expect(banks).toEqual([{ name: BANK, bookKobo: closing(), theirsKobo: closing() }]);
    for (const { name, bookKobo, theirsKobo } of providers)
      expect([name, bookKobo, theirsKobo]).toEqual([name, business.theirs.get(name), business.theirs.get(name)]);
    const there = closing() + [...business.theirs.values()].reduce((sum, each) => sum + each, 0);
    expect(Number(differenceKobo)).toBe(there - business.walletsKobo - business.suspenseKobo);
  });

  const CLOSING = `closing ${BANK}`;
  const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
  const mistakes: readonly (readonly [string, () => Promise<string[]>, readonly string[]])[] = [
    ['a payout is missing', () => find(without('paystack-9')), [CLOSING, 'missing_there paystack-9']],
    ['a top-up is missing', () => find(without('FT-vtpass-10')), [CLOSING, 'missing_there FT-vtpass-10']],
    ['a fee of the bank is missing', () => find(without('CHG-10')), [CLOSING, 'missing_there CHG-10']],
    ['a remittance is missing', () => find(without('FIRS-VAT')), [CLOSING, 'missing_there FIRS-VAT']],
    ['all lines are missing', async () => (await find([])).slice(0, 1), [CLOSING]],
    ['a payout is doubled', () => find(doubled('monnify-12')), [CLOSING, 'duplicate monnify-12']],
    ['a top-up is doubled', () => find(doubled('FT-quickteller-17')), [CLOSING, 'duplicate FT-quickteller-17']],
    ['a fee of the bank is doubled', () => find(doubled('CHG-17')), [CLOSING, 'duplicate CHG-17']],
    ['a remittance is doubled', () => find(doubled('FIRS-DUTY')), [CLOSING, 'duplicate FIRS-DUTY']],
    ['a payout is a kobo more', () => find(off('paystack-20', 1)), ['amount paystack-20', CLOSING]],
    ['a payout is a kobo less', () => find(off('monnify-20', -1)), ['amount monnify-20', CLOSING]],
    ['a top-up is a kobo more', () => find(off('FT-vtpass-3', -1)), ['amount FT-vtpass-3', CLOSING]],
    ['a fee of the bank was changed', () => find(off('CHG-24', -2_500)), ['amount CHG-24', CLOSING]],
    ['a remittance was changed', () => find(off('FIRS-VAT', -100)), ['amount FIRS-VAT', CLOSING]],
    ['a payout came in a day later', () => find(changed('paystack-15', { day: '2026-10-15' })), ['day paystack-15']],
    ['a fee is of the day before', () => find(changed('CHG-10', { day: '2026-10-09' })), ['day CHG-10']],
    ['a remittance is of another week', () => find(changed('FIRS-VAT', { day: '2026-10-28' })), ['day FIRS-VAT']],
    ['money came in that nobody knows', () => find(extra(777, 'WHO')), [CLOSING, 'missing_here WHO']],
    ['money went out that nobody knows', () => find(extra(-777, 'WHERE')), [CLOSING, 'missing_here WHERE']],
    [
      'a payout is of another reference and amount',
      () => find(changed('monnify-25', { reference: 'X', description: '', amountKobo: kobo(1) })),
      [CLOSING, 'missing_here X', 'missing_there monnify-25'],
    ],
    [
      'a payout goes out instead of coming in',
      () => find(changed('monnify-26', { amountKobo: kobo(-2_000_026) })),
      [CLOSING, 'missing_here monnify-26', 'missing_there monnify-26'],
    ],
    [
      'two mistakes cancel each other',
      () =>
        find(
          off('paystack-20', 1).map((each) =>
            each.reference === 'monnify-20' ? { ...each, amountKobo: kobo(each.amountKobo - 1) } : each,
          ),
        ),
      ['amount monnify-20', 'amount paystack-20'],
    ],
    ['the opening balance is another one', () => find(bank, { openingKobo: 100 }), [CLOSING, `opening ${BANK}`]],
    [
      'the closing balance does not follow from the lines',
      () => find(bank, { closingKobo: closing() + 1 }),
      [matching(/^refused .*the closing balance is said to be/)],
    ],
    [
      'the opening balance does not lead to the closing one',
      () => find(bank, { openingKobo: 1, closingKobo: closing() }),
      [matching(/^refused .*the opening balance and the lines make/)],
    ],
    [
      'a balance between two lines is wrong',
      () => find(bank.map((each, index) => (index === 4 ? { ...each, balanceKobo: kobo(1) } : each))),
      [matching(/^refused .*after line 5/)],
    ],
    [
      'a line is of another month',
      () => find(changed('CHG-31', { day: '2026-11-01' })),
      [matching(/^refused .*a line is of 2026-11-01/)],
    ],
    [
      'a provider states a kobo less',
      () => desk.stated('paystack', LAST, business.theirs.get('paystack')! - 1),
      ['stated paystack'],
    ],
    [
      'a provider kept another fee',
      () => desk.stated('monnify', LAST, business.theirs.get('monnify')! - 1_000),
      ['stated monnify'],
    ],
    [
      'a biller charged a purchase twice',
      () => desk.stated('vtpass', LAST, business.theirs.get('vtpass')! - 40_100),
      ['stated vtpass'],
    ],
    [
      'a biller did not get a top-up',
      () => desk.stated('quickteller', LAST, business.theirs.get('quickteller')! - 800_010),
      ['stated quickteller'],
    ],
    [
      'a payout was booked at the other provider',
      () => desk.stated('paystack', LAST, business.theirs.get('paystack')! + 2_000_009),
      ['stated paystack'],
    ],
    [
      'a balance is of the day before',
      () => desk.stated('monnify', addDays(LAST, -1), business.theirs.get('monnify')!),
      ['stated monnify'],
    ],
  ];

  it.each(mistakes)('shows that %s', async (_, make, names) => {
    const before = desk.logs.length;
    const found = await make();
    expect(found).toEqual(names);
    // What a file is refused for is told to who imports it.
    expect(desk.logs.length > before).toBe(!found[0]!.startsWith('refused'));
    await find(bank);
  });

  it('is right again with the right statement', async () => {
    expect(await find(bank)).toEqual([]);
  });
});
