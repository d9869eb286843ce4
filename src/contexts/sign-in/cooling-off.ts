import { Failure } from '../../kernel/failure.js';
import { formatLagosTime } from '../../kernel/lagos-time.js';
import { type Account, Accounts } from './accounts.js';
import { signInFailures } from './failures.js';
import { isBlocked, type PinState } from './transaction-pin.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { type TransactionPin, TransactionPins } from './credentials.js';
import { SignInSettings, Sessions } from './sessions.js';

/** Nothing is spent for a time after somebody won the account by its address alone, or its PIN by its password alone, so that the owner notices. */
export function isCoolingOff({ coolingOffUntil }: Pick<Account, 'coolingOffUntil'>, now: number): boolean {
  return coolingOffUntil > now;
}

/** Whether the former PIN can still end the wait. */
export function mayEndCoolingOff(pin: PinState | undefined): pin is PinState {
  return pin !== undefined && pin.isEnded && !isBlocked(pin);
}

/** Until when, and how to end it. */
export function describeCoolingOff(until: number, pin: PinState | undefined): string {
  const wait = `You cannot pay from your account until ${formatLagosTime(until)}`;
  return mayEndCoolingOff(pin)
    ? `${wait}. To end the wait, enter the transaction PIN that you had before with a payment`
    : `${wait}. No earlier transaction PIN can end the wait`;
}

export function coolingOffFailure(until: number, pin: PinState | undefined): Failure {
  return new Failure(signInFailures.cooling_off, { text: describeCoolingOff(until, pin) });
}

/** The wait of an account, and its reason. */
export interface Reclaimed {
  /** 0: nothing. */
  readonly coolingOffUntil: number;
  readonly description: string;
}

export const NO_WAIT: Reclaimed = { coolingOffUntil: 0, description: '' };

/** Ends the access of others to an account, and lets payments wait if the PIN is not proved. */
@Injectable()
export class AccountRecovery {
  constructor(
    private readonly accounts: Accounts,
    private readonly pins: TransactionPins,
    private readonly settings: SignInSettings,
    private readonly clock: Clock,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Ends the transaction PIN, and begins the time in which nothing is paid without it. In the caller's unit of work.
   * @param account locked, as it was before
   */
  async coolOff({ id: userId, coolingOffUntil }: Pick<Account, 'id' | 'coolingOffUntil'>): Promise<Reclaimed> {
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
    return pin === undefined || pin.isEnded ? NO_WAIT : this.coolOff(account);
  }

  /**
   * After a proof of the address, ends all access that anybody had before. In the caller's unit of work.
   * @param account locked, as it was before
   */
  async reclaim(account: Account): Promise<Reclaimed> {
    const { id: userId, email } = account;
    await this.sessions.endAll(userId);
    const reclaimed = await this.coolOff(account);
    await this.accounts.setGoogleSub(userId, undefined);
    await this.accounts.distrustDevices(userId, this.clock.now());
    await this.accounts.verifyEmail(userId, email);
    return reclaimed;
  }

  /** A PIN that was set during the wait may be the thief's, so it must not end the next one. */
  private async endPin(userId: string, wasCoolingOff: boolean): Promise<void> {
    const pin = await this.findPin(userId);
    if (!pin?.isEnded) await (!pin || wasCoolingOff ? this.pins.remove(userId) : this.pins.end(userId));
  }

  /** A PIN that was changed in the database counts as none, and ends here. */
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
