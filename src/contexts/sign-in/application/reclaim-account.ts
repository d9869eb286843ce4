import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import type { Account } from '../domain/account.js';
import { CoolOff, type Reclaimed } from './cool-off.js';
import { Accounts } from './ports/accounts.js';
import { Sessions } from './ports/sessions.js';

/** For whoever proved the address: ends all access that anybody had before. In the caller's unit of work. */
@Injectable()
export class ReclaimAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly coolOff: CoolOff,
    private readonly clock: Clock,
  ) {}

  /** @param account locked, as it was before */
  async execute(account: Account): Promise<Reclaimed> {
    const { id: userId, email } = account;
    await this.sessions.endAll(userId);
    const reclaimed = await this.coolOff.execute(account);
    await this.accounts.setGoogleSub(userId, undefined);
    await this.accounts.distrustDevices(userId, this.clock.now());
    await this.accounts.verifyEmail(userId, email);
    return reclaimed;
  }
}
