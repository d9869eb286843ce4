import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { addDays, lagosDate, lagosMidnight } from '../../../kernel/lagos-time.js';
import { kobo, type Kobo } from '../../../kernel/money.js';
import { type AccountId, LedgerBalances } from '../../../ledger/index.js';
import { Settlements } from './ports.js';

export interface DayBalances {
  readonly walletsKobo: bigint;
  /** A debit is below zero, as the ledger has it. */
  readonly balances: ReadonlyMap<AccountId, Kobo>;
}

/** Balances at the end of a day, with each settlement on the day of its bank or provider, and not when staff booked it. */
@Injectable()
export class ValuedBalances {
  constructor(
    private readonly balances: LedgerBalances,
    private readonly settlements: Settlements,
    private readonly clock: Clock,
  ) {}

  async at(day: string): Promise<DayBalances> {
    const isOver = day < lagosDate(this.clock.now());
    const end = lagosMidnight(addDays(day, 1));
    const { accounts, walletsKobo } = await (isOver ? this.balances.past(end - 1) : this.balances.current());
    const balances = new Map(accounts.map(({ account, balanceKobo }) => [account, balanceKobo]));
    const shifts = await this.settlements.shifts(day, end);
    for (const [account, shift] of shifts) balances.set(account, kobo((balances.get(account) ?? 0) + shift));
    return { walletsKobo, balances };
  }
}
