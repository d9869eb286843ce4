import { describe, expect, it } from 'vitest';
import { retryAfterSeconds, withToggle } from './toggle-limit.js';

describe('toggle limit', () => {
  it('allows ten toggles in any minute', () => {
    let times: number[] = [];
    for (let toggle = 0; toggle < 10; toggle++) times = withToggle(times, 1_000_000 + toggle * 1000)!;
    expect(withToggle(times, 1_009_000)).toBeUndefined();
    expect(withToggle(times, 1_059_999)).toBeUndefined();
    expect(retryAfterSeconds(times, 1_030_000)).toBe(30);
    // The first toggle is a minute old: one more fits.
    times = withToggle(times, 1_060_000)!;
    expect(times).toHaveLength(10);
    expect(withToggle(times, 1_060_999)).toBeUndefined();
  });
});
