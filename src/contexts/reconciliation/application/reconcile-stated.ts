import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { kobo, type Kobo } from '../../../kernel/money.js';
import { ProviderRecordSources } from '../../providers/index.js';
import { StatedBalances, ValuedBalances } from '../../settlements/index.js';
import { reconciliationFailures } from '../domain/reconciliation.failures.js';
import { KeepResult, type KeptResult } from './keep-result.js';
import { balanceDifference } from './reconcile-bank.js';

/** Compares the balance that a provider states with what our books have with it at the end of a day, or now. */
@Injectable()
export class ReconcileStated {
  constructor(
    private readonly sources: ProviderRecordSources,
    private readonly statedBalances: StatedBalances,
    private readonly valuedBalances: ValuedBalances,
    private readonly keepResult: KeepResult,
    private readonly clock: Clock,
  ) {}

  /**
   * @param given undefined: the provider is asked, which it can be for today
   * @throws Failure `reconciliation.unknown_provider`, `reconciliation.balance_needed`
   */
  async execute(name: string, day: string, given: Kobo | undefined): Promise<KeptResult> {
    const reconciled = this.sources.find(name);
    if (!reconciled) throw new Failure(reconciliationFailures.unknown_provider);
    const { provider, source } = reconciled;
    const isToday = day === lagosDate(this.clock.now());
    const theirsKobo = given ?? (isToday ? await source.balance(provider) : undefined);
    if (theirsKobo === undefined) throw new Failure(reconciliationFailures.balance_needed);
    await this.statedBalances.keep(name, day, theirsKobo, this.clock.now());
    const { balances } = await this.valuedBalances.at(day);
    const oursKobo = kobo(0 - (balances.get(source.clearingAccount(provider)) ?? 0));
    const isSame = oursKobo === theirsKobo;
    return this.keepResult.execute({
      name: `stated:${name}`,
      day,
      compared: 'stated',
      ours: 1,
      theirs: 1,
      matched: isSame ? 1 : 0,
      differences: isSame ? [] : [balanceDifference('stated', name, oursKobo, theirsKobo, `books at the end of ${day}`)],
      differenceKobo: theirsKobo - oursKobo,
    });
  }
}
