import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUTIES_ACCOUNT, trialBalanceOf, VAT_ACCOUNT } from '../../../../src/ledger/index.js';
import { BACKENDS } from '../../../support/backend.js';
import { Business, pickerOf } from './business.js';
import { BILLERS, DEPOSITS, Desk } from './desk.js';

const OPERATIONS = 10_000;
const AT_ONCE = 250;

describe.each(BACKENDS)('%s after 10,000 random operations', (backend) => {
  let desk: Desk;
  let business: Business;
  beforeAll(async () => {
    const pick = pickerOf(Number(process.env['FC_SEED'] ?? 20_261_126));
    desk = await Desk.open(backend);
    business = new Business(desk, pick);
    await business.open(20);
    const amount = () => 1 + pick(500_000);
    const one = (): Promise<void> => {
      const [deposits, biller] = [DEPOSITS[pick(2)]!, BILLERS[pick(2)]!];
      switch (pick(13)) {
        case 0:
        case 1:
          return business.deposit(deposits, 10_000 + amount(), pick(9_000));
        case 2:
          return business.stray(deposits, amount());
        case 3:
          return business.transfer(amount() * 3, pick(5_000));
        case 4:
        case 5:
          return business.purchase(biller, amount(), pick(20_000));
        case 6:
        case 7:
          return business.decide(pick(4) > 0);
        case 8:
          return business.takeBack();
        case 9:
        case 10:
          return business.reversal(deposits, 1_000_000 + 20 * amount());
        case 11:
          return pick(2) === 0 ? business.endDebt() : business.assign();
        default:
          return business.adjust(amount());
      }
    };
    for (let done = 0; done < OPERATIONS; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, one));
  });
  afterAll(() => desk.close());

  it('has a trial balance, safeguarding and taxes that agree to the kobo', async () => {
    const { accounts, walletsKobo } = await desk.balances.current();
    const of = (account: string) => accounts.find((each) => each.account === account)?.balanceKobo ?? 0;
    const trial = trialBalanceOf(accounts, walletsKobo);
    expect(trial.isBalanced).toBe(true);
    expect(trial.debitKobo > 0n).toBe(true);
    expect([of(VAT_ACCOUNT), of(DUTIES_ACCOUNT)]).toEqual([business.vatKobo, business.dutiesKobo]);
    const shown = await desk.safeguarding.execute(undefined);
    const { walletsKobo: wallets, heldKobo, suspenseKobo, debtsKobo } = shown;
    expect([wallets, heldKobo, suspenseKobo, debtsKobo].map(Number)).toEqual([
      business.walletsKobo,
      business.heldKobo,
      business.suspenseKobo,
      business.debtsKobo,
    ]);
    expect(business.debtsKobo).toBeGreaterThan(0);
    expect(business.suspenseKobo).toBeGreaterThan(0);
    for (const { name, bookKobo } of shown.providers) expect([name, bookKobo]).toEqual([name, business.theirs.get(name)]);
    // What is there beyond what is owed to users is what is owed to the state, and earned less costs, without what others owe us.
    const rest = trial.lines.filter(
      ({ type, account }) => type === 'income' || type === 'expense' || [VAT_ACCOUNT, DUTIES_ACCOUNT].includes(account),
    );
    const earned = rest.reduce((sum, { creditKobo, debitKobo }) => sum + creditKobo - debitKobo, 0n);
    expect(shown.differenceKobo).toBe(earned - debtsKobo);
  });
});
