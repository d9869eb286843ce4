import { MINUTE_MS } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { signInFailures } from './failures.js';

export const PIN_FORM = /^(?:[0-9]{4}|[0-9]{6})$/;
const LOCKED_FROM = 5;
const BLOCKED_FROM = 10;
const LOCK_MS = 15 * MINUTE_MS;

/** Wrong attempts in a row, the undecided ones among them. */
export interface PinAttempts {
  readonly failures: number;
  readonly lockedUntil: number;
}

export interface PinState extends PinAttempts {
  /** Another one for each PIN that is set. */
  readonly id: string;
  /** It was ended by a reset or by a change without proof. No payment needs it, and it ends the wait. */
  readonly isEnded: boolean;
}

/** @throws Failure `sign_in.weak_pin` for a run (1234, 9876, 7890) or a repetition (1111, 1212, 123123) */
export function assertGoodPin(pin: string): void {
  if (!PIN_FORM.test(pin) || isRun(pin) || isRepetition(pin)) throw new Failure(signInFailures.weak_pin);
}

/** @throws Failure `sign_in.pin_blocked`, `sign_in.pin_locked` */
export function assertOpen({ failures, lockedUntil }: PinAttempts, now: number): void {
  if (isBlocked({ failures, lockedUntil })) throw new Failure(signInFailures.pin_blocked);
  if (lockedUntil > now)
    throw new Failure(signInFailures.pin_locked, { retryAfterSeconds: Math.ceil((lockedUntil - now) / 1000) });
}

/** Counts an attempt before it is checked, as a wrong one. @throws Failure `sign_in.pin_blocked`, `sign_in.pin_locked` */
export function withPinAttempt(attempts: PinAttempts, now: number): PinAttempts {
  assertOpen(attempts, now);
  const failures = attempts.failures + 1;
  return { failures, lockedUntil: failures === LOCKED_FROM ? now + LOCK_MS : 0 };
}

export function isBlocked({ failures }: PinAttempts): boolean {
  return failures >= BLOCKED_FROM;
}

/** Whether the last attempt was the one too many. */
export function hasClosed({ failures }: PinAttempts): boolean {
  return failures === LOCKED_FROM || failures === BLOCKED_FROM;
}

function isRun(pin: string): boolean {
  const digits = Array.from(pin, Number);
  const steps = digits.slice(1).map((digit, place) => (digit - digits[place]! + 10) % 10);
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}

function isRepetition(pin: string): boolean {
  return [1, 2, 3].some((length) => pin === pin.slice(0, length).repeat(pin.length / length));
}
