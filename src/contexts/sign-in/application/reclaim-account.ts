import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import type { Account } from '../domain/account.js';
import { describeCoolingOff, isCoolingOff } from '../domain/cooling-off.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { Accounts } from './ports/accounts.js';
import { Sessions, SignInSettings } from './ports/sessions.js';
import { type TransactionPin, TransactionPins } from './ports/credentials.js';

/** What whoever proved the address has to wait for. */
export interface Reclaimed {
  /** 0: nothing. */
  readonly coolingOffUntil: number;
  readonly description: string;
}

/** For whoever proved the address: ends all access that anybody had before. In the caller's unit of work. */
@Injectable()
export class ReclaimAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly pins: TransactionPins,
    private readonly settings: SignInSettings,
    private readonly clock: Clock,
  ) {}

  /** @param account locked, as it was before */
  async execute({ id: userId, email, coolingOffUntil }: Account): Promise<Reclaimed> {
    const now = this.clock.now();
    await this.sessions.endAll(userId);
    await this.endPin(userId, isCoolingOff({ coolingOffUntil }, now));
    await this.accounts.setGoogleSub(userId, undefined);
    await this.accounts.distrustDevices(userId, now);
    await this.accounts.verifyEmail(userId, email);
    return this.coolOff(userId, now);
  }

  /** A PIN that was set during the wait may be the thief's, so it must not end the next one. */
  private async endPin(userId: string, wasCoolingOff: boolean): Promise<void> {
    const pin = await this.findPin(userId);
    if (pin && !pin.isEnded) await (wasCoolingOff ? this.pins.remove(userId) : this.pins.end(userId));
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

  private async coolOff(userId: string, now: number): Promise<Reclaimed> {
    const { coolingOffMs } = this.settings;
    if (coolingOffMs === 0) return { coolingOffUntil: 0, description: '' };
    const until = now + coolingOffMs;
    await this.accounts.setCoolingOff(userId, until);
    return { coolingOffUntil: until, description: `${describeCoolingOff(until, await this.findPin(userId))}.` };
  }
}
