import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { addDays, lagosDate, lagosMidnight } from '../../../kernel/lagos-time.js';
import type { Kobo } from '../../../kernel/money.js';
import { History, isSystemAccount, Wallets } from '../../../ledger/index.js';
import { proposalsFailures } from './proposal.js';

const DAYS = 90;

export interface DayBalance {
  readonly day: string;
  readonly balanceKobo: Kobo;
}

@Injectable()
export class ShowBalances {
  constructor(
    private readonly wallets: Wallets,
    private readonly history: History,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `proposals.no_record` */
  async execute(userId: string): Promise<DayBalance[]> {
    if (isSystemAccount(userId) || !(await this.wallets.find(userId))) throw new Failure(proposalsFailures.no_record);
    const today = lagosDate(this.clock.now());
    const days = Array.from({ length: DAYS }, (_, number) => addDays(today, number + 1 - DAYS));
    const balances: DayBalance[] = [];
    // One after the other, because a page must not take all the connections.
    for (const day of days)
      balances.push({ day, balanceKobo: await this.history.balanceAt(userId, lagosMidnight(addDays(day, 1)) - 1) });
    return balances;
  }
}
