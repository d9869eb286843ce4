import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { kobo, type Kobo, sumKobo, ZERO_KOBO } from '../../../kernel/money.js';
import { bankAccount, isHeldAccount, SUSPENSE_ACCOUNT } from '../../../ledger/index.js';
import { ProviderRecordSources } from '../../providers/index.js';
import { type Coverage, coverageOf } from '../domain/coverage.js';
import { BankAccounts, BankStatements, StatedBalances } from './ports.js';
import { ValuedBalances } from './valued-balances.js';

export interface ShownSafeguarding extends Coverage {
  readonly day: string;
}

/** Whether the money of users is there: wallets, held money and suspense against banks and providers. */
@Injectable()
export class ShowSafeguarding {
  constructor(
    private readonly valuedBalances: ValuedBalances,
    private readonly banks: BankAccounts,
    private readonly statements: BankStatements,
    private readonly statedBalances: StatedBalances,
    private readonly providers: ProviderRecordSources,
    private readonly clock: Clock,
  ) {}

  /** @param given undefined: today, as it is now */
  async execute(given: string | undefined): Promise<ShownSafeguarding> {
    const day = given ?? lagosDate(this.clock.now());
    const [{ balances, walletsKobo }, closing, stated] = await Promise.all([
      this.valuedBalances.at(day),
      this.statements.closing(day),
      this.statedBalances.of(day),
    ]);
    const held = [...balances].filter(([account]) => isHeldAccount(account)).map(([, balance]) => balance);
    const asset = (name: string, account: string, theirsKobo: Kobo | undefined) => ({
      name,
      bookKobo: kobo(0 - (balances.get(account) ?? 0)),
      theirsKobo,
    });
    return {
      day,
      ...coverageOf({
        walletsKobo,
        heldKobo: sumKobo(held),
        suspenseKobo: balances.get(SUSPENSE_ACCOUNT) ?? ZERO_KOBO,
        banks: this.banks.names.map((name) => asset(name, bankAccount(name), closing.get(name))),
        providers: this.clearing().map(([account, name]) => asset(name, account, stated.get(name))),
      }),
    };
  }

  /** Each account once: bills and payouts with one provider are cleared in the same. */
  private clearing(): [account: string, name: string][] {
    const named = new Map<string, string>();
    for (const { name, provider, source } of this.providers.all) {
      const account = source.clearingAccount(provider);
      if (!named.has(account)) named.set(account, name);
    }
    return [...named];
  }
}
