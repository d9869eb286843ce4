import { Failure } from '../../../kernel/failure.js';
import { formatLagosTime } from '../../../kernel/lagos-time.js';
import type { Account } from './account.js';
import { signInFailures } from './sign-in.failures.js';
import { isBlocked, type PinState } from './transaction-pin.js';

/** Nothing is spent for a time after somebody won the account by its address alone, or its PIN by its password alone, so that the owner notices. */
export function isCoolingOff({ coolingOffUntil }: Pick<Account, 'coolingOffUntil'>, now: number): boolean {
  return coolingOffUntil > now;
}

/** Whether the PIN of before can still end the wait. */
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
