import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { addDays, lagosDate, lagosMidnight } from '../../../kernel/lagos-time.js';
import { kobo, type Kobo } from '../../../kernel/money.js';
import { bankAccount, isHeldAccount, LedgerBalances, SUSPENSE_ACCOUNT } from '../../../ledger/index.js';
import { ProviderRecordSources } from '../../providers/index.js';
import { type Coverage, coverageOf } from '../domain/coverage.js';
import { BankAccounts } from './ports.js';

export interface ShownSafeguarding extends Coverage {
  readonly day: string;
}

/** Whether the money of users is there: wallets, held money and suspense against banks and providers. */
@Injectable()
export class ShowSafeguarding {
  constructor(
    private readonly balances: LedgerBalances,
    private readonly banks: BankAccounts,
    private readonly providers: ProviderRecordSources,
    private readonly clock: Clock,
  ) {}

  /** @param given undefined: today, as it is now */
  async execute(given: string | undefined): Promise<ShownSafeguarding> {
    const today = lagosDate(this.clock.now());
    const day = given ?? today;
    const { accounts, walletsKobo } = await (day < today
      ? this.balances.past(lagosMidnight(addDays(day, 1)) - 1)
      : this.balances.current());
    const sum = (isMeant: (account: string) => boolean): Kobo =>
      kobo(accounts.reduce((total, { account, balanceKobo }) => (isMeant(account) ? total + balanceKobo : total), 0));
    const asset = (name: string, account: string) => ({ name, bookKobo: kobo(0 - sum((each) => each === account)) });
    return {
      day,
      ...coverageOf({
        walletsKobo,
        heldKobo: sum(isHeldAccount),
        suspenseKobo: sum((account) => account === SUSPENSE_ACCOUNT),
        banks: this.banks.names.map((name) => asset(name, bankAccount(name))),
        providers: this.providers.all.map(({ name, provider, source }) => asset(name, source.clearingAccount(provider))),
      }),
    };
  }
}
