import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import type { Account } from '../domain/account.js';
import { describeCoolingOff, isCoolingOff } from '../domain/cooling-off.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { Accounts } from './ports/accounts.js';
import { type TransactionPin, TransactionPins } from './ports/credentials.js';
import { SignInSettings } from './ports/sessions.js';

/** What the account has to wait for. */
export interface Reclaimed {
  /** 0: nothing. */
  readonly coolingOffUntil: number;
  readonly description: string;
}

export const NO_WAIT: Reclaimed = { coolingOffUntil: 0, description: '' };

/** Ends the transaction PIN, and begins the time in which nothing is paid without it. In the caller's unit of work. */
@Injectable()
export class CoolOff {
  constructor(
    private readonly accounts: Accounts,
    private readonly pins: TransactionPins,
    private readonly settings: SignInSettings,
    private readonly clock: Clock,
  ) {}

  /** @param account locked, as it was before */
  async execute({ id: userId, coolingOffUntil }: Pick<Account, 'id' | 'coolingOffUntil'>): Promise<Reclaimed> {
    const now = this.clock.now();
    await this.endPin(userId, isCoolingOff({ coolingOffUntil }, now));
    const { coolingOffMs } = this.settings;
    if (coolingOffMs === 0) return NO_WAIT;
    const until = now + coolingOffMs;
    await this.accounts.setCoolingOff(userId, until);
    return { coolingOffUntil: until, description: `${describeCoolingOff(until, await this.findPin(userId))}.` };
  }

  /** For a change of the address: a code mailed to the new one proves nothing about the owner. */
  async beforeChange(account: Pick<Account, 'id' | 'coolingOffUntil'>): Promise<Reclaimed> {
    const pin = isCoolingOff(account, this.clock.now()) ? undefined : await this.findPin(account.id);
    return pin === undefined || pin.isEnded ? NO_WAIT : this.execute(account);
  }

  /** A PIN that was set during the wait may be the thief's, so it must not end the next one. */
  private async endPin(userId: string, wasCoolingOff: boolean): Promise<void> {
    const pin = await this.findPin(userId);
    if (!pin?.isEnded) await (!pin || wasCoolingOff ? this.pins.remove(userId) : this.pins.end(userId));
  }

  /** One that was changed in the database is none, and ends here. */
  private async findPin(userId: string): Promise<TransactionPin | undefined> {
    try {
      return await this.pins.find(userId);
    } catch (error) {
      if (!(error instanceof Failure) || !error.is(signInFailures.pin_untrusted)) throw error;
      await this.pins.remove(userId);
      return undefined;
    }
  }
}
