import { expect, it } from 'vitest';
import { reversalCheckDelayMs } from './reversal-schedule.js';

it('asks three times, one, 24 and 72 hours after the delivery', () => {
  expect([1, 2, 3, 4].map((check) => reversalCheckDelayMs(check))).toEqual([3_600_000, 82_800_000, 172_800_000, undefined]);
});
