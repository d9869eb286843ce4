import { describe, expect, it } from 'vitest';
import { assertGoodPin, type PinAttempts, withPinAttempt } from './transaction-pin.js';

const NOW = 1_700_000_000_000;
const LOCK_MS = 15 * 60_000;

describe('a transaction PIN', () => {
  it.each(['4829', '0906', '1213', '482913', '112233', '090807'])('%s is good', (pin) => {
    expect(() => assertGoodPin(pin)).not.toThrow();
  });

  it.each([
    '1234',
    '9876',
    '7890',
    '0987',
    '123456',
    '1111',
    '000000',
    '1212',
    '121212',
    '123123',
    '12345',
    '1234567',
    '12a4',
    '',
    '٤٨٢٩',
  ])('%s is refused', (pin) => {
    expect(() => assertGoodPin(pin)).toThrow(expect.objectContaining({ failure: 'sign_in.weak_pin' }));
  });
});

describe('attempts at a transaction PIN', () => {
  const after = (attempts: number, from: PinAttempts = { failures: 0, lockedUntil: 0 }, now = NOW): PinAttempts =>
    attempts === 0 ? from : after(attempts - 1, withPinAttempt(from, now), now);

  it('are locked for 15 minutes by the fifth', () => {
    expect(after(4)).toEqual({ failures: 4, lockedUntil: 0 });
    const locked = after(5);
    expect(locked).toEqual({ failures: 5, lockedUntil: NOW + LOCK_MS });
    expect(() => withPinAttempt(locked, NOW + LOCK_MS - 1)).toThrow(
      expect.objectContaining({ failure: 'sign_in.pin_locked', retryAfterSeconds: 1 }),
    );
  });

  it('are blocked by the tenth, however much time passes', () => {
    const blocked = after(5, after(5), NOW + LOCK_MS);
    expect(blocked.failures).toBe(10);
    expect(() => withPinAttempt(blocked, NOW + 365 * 86_400_000)).toThrow(
      expect.objectContaining({ failure: 'sign_in.pin_blocked' }),
    );
  });
});
