import { Injectable } from '@nestjs/common';
import { addDays, lagosDate } from '../../kernel/lagos-time.js';
import { kobo, type Kobo } from '../../kernel/money.js';
import { bankAccount } from '../../ledger/index.js';
import {
  BankStatements,
  type Settlement,
  Settlements,
  type StoredLine,
  type StoredStatement,
  ValuedBalances,
  StatedBalances,
} from '../settlements/index.js';
import type { Difference } from './differences.js';
import { type BookedLine, matchLines } from './lines.js';
import { KeepResult, type KeptResult, reconciliationFailures } from './reconciliations.js';
import { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { ProviderRecordSources } from '../providers/index.js';

/** How long a payment is on its way between our books and a bank. */
const DAYS_ON_THE_WAY = 10;

/** Compares a statement of a bank, line by line and by its balances, with our bookings of the account. */
@Injectable()
export class ReconcileBank {
  constructor(
    private readonly statements: BankStatements,
    private readonly settlements: Settlements,
    private readonly valuedBalances: ValuedBalances,
    private readonly keepResult: KeepResult,
  ) {}

  async execute(statement: StoredStatement): Promise<KeptResult> {
    const { id, bank, firstDay, lastDay } = statement;
    const stored = await this.statements.lines(id);
    const booked = await this.bookedOn(statement, stored);
    const { pairs, differences, matched } = matchLines(stored, booked);
    for (const { line, booked: ours } of pairs)
      if (line.settlementId === '' && line.amountKobo === ours.amountKobo) await this.statements.match(line.id, ours.id);
    const opening = await this.differenceOf('opening', statement, addDays(firstDay, -1));
    const closing = await this.differenceOf('closing', statement, lastDay);
    const gap = await this.gapBefore(statement);
    const all = [...differences, ...[opening, gap, closing].filter((found) => found !== undefined)];
    return this.keepResult.execute({
      name: `bank:${bank}`,
      day: lastDay,
      compared: 'bank',
      ours: booked.filter(({ isEarlier }) => !isEarlier).length,
      theirs: stored.length,
      matched,
      differences: all,
      differenceKobo: (closing?.theirsKobo ?? 0) - (closing?.oursKobo ?? 0),
    });
  }

  /** Bookings of the statement's days, with earlier ones that found no line, such as a transfer over midnight or a weekend. */
  private async bookedOn(statement: StoredStatement, lines: readonly StoredLine[]): Promise<BookedLine[]> {
    const { bank, firstDay, lastDay } = statement;
    const settlements = await this.settlements.ofBank(bank, addDays(firstDay, 0 - DAYS_ON_THE_WAY), lastDay);
    const taken = await this.statements.reconciled(settlements.map(({ id }) => id));
    const here = new Set(lines.map(({ settlementId }) => settlementId));
    const isOther = ({ id }: Settlement) => taken.has(id) && !here.has(id);
    return settlements
      .filter((settlement) => !isOther(settlement))
      .map((settlement) => ({ ...toBooked(settlement), isEarlier: settlement.valued < firstDay }));
  }

  private async differenceOf(
    kind: 'opening' | 'closing',
    { bank, openingKobo, closingKobo }: StoredStatement,
    day: string,
  ): Promise<Difference | undefined> {
    const { balances } = await this.valuedBalances.at(day);
    const bookKobo = kobo(0 - (balances.get(bankAccount(bank)) ?? 0));
    const theirsKobo = kind === 'opening' ? openingKobo : closingKobo;
    return bookKobo === theirsKobo
      ? undefined
      : balanceDifference(kind, bank, bookKobo, theirsKobo, `books at the end of ${day}`);
  }

  private async gapBefore({ bank, firstDay, openingKobo }: StoredStatement): Promise<Difference | undefined> {
    const before = await this.statements.before(bank, firstDay);
    if (!before || before.closingKobo === openingKobo) return undefined;
    return balanceDifference('opening', `statement ${bank}`, before.closingKobo, openingKobo, `statement to ${before.lastDay}`);
  }
}

export function balanceDifference(
  kind: 'opening' | 'closing' | 'stated',
  name: string,
  oursKobo: Kobo,
  theirsKobo: Kobo,
  note: string,
): Difference {
  const nothing = { transactionId: '', ourStatus: '', theirStatus: '', ourTime: undefined, theirTime: undefined };
  return { ...nothing, kind, reference: name, oursKobo, theirsKobo, note };
}

function toBooked({ id, kind, amountKobo, reference, valued }: Settlement): Omit<BookedLine, 'isEarlier'> {
  const signed = kind === 'provider_payout' ? amountKobo : kobo(0 - amountKobo);
  return { id, kind, amountKobo: signed, reference, day: valued };
}

/** Compares the balance that a provider states with our books at the end of a day, or now. */
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
