import { describe, expect, it } from 'vitest';
import { FAILURE_WINDOW_MS, loginDelayMs, withAttempt } from './login-delay.js';

const NOW = 1_790_000_000_000;

describe('loginDelayMs', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 1_000],
    [6, 2_000],
    [9, 16_000],
    [14, 512_000],
    [15, 900_000],
    [5_000, 900_000],
  ])('after %d failures is %d ms', (count, delayMs) => {
    expect(loginDelayMs({ count, lastAt: NOW }, NOW)).toBe(delayMs);
  });

  it('counts from the last failure and ends after a day', () => {
    expect(loginDelayMs({ count: 6, lastAt: NOW - 1_500 }, NOW)).toBe(500);
    expect(loginDelayMs({ count: 6, lastAt: NOW - 2_000 }, NOW)).toBe(0);
    expect(loginDelayMs({ count: 90, lastAt: NOW - FAILURE_WINDOW_MS - 1 }, NOW)).toBe(0);
  });

  it('withAttempt adds to the count and starts anew after a day', () => {
    expect(withAttempt({ count: 0, lastAt: 0 }, NOW)).toEqual({ count: 1, lastAt: NOW });
    expect(withAttempt({ count: 6, lastAt: NOW - FAILURE_WINDOW_MS }, NOW)).toEqual({ count: 7, lastAt: NOW });
    expect(withAttempt({ count: 90, lastAt: NOW - FAILURE_WINDOW_MS - 1 }, NOW)).toEqual({ count: 1, lastAt: NOW });
  });
});
