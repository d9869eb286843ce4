import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Accounts } from './ports/accounts.js';
import { Sessions } from './ports/sessions.js';
import { TransactionPins } from './ports/transaction-pins.js';

/** For whoever proved the address: ends all access that anybody had before. In the caller's unit of work. */
@Injectable()
export class ReclaimAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly pins: TransactionPins,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string, email: string): Promise<void> {
    await this.sessions.endAll(userId);
    await this.pins.remove(userId);
    await this.accounts.setGoogleSub(userId, undefined);
    await this.accounts.distrustDevices(userId, this.clock.now());
    await this.accounts.verifyEmail(userId, email);
  }
}
