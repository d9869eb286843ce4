import { describe, expect, it } from 'vitest';
import { rewardLevel } from './profile.js';

describe('rewardLevel', () => {
  it.each([
    [0, 'bronze'],
    [999, 'bronze'],
    [1_000, 'silver'],
    [10_000, 'gold'],
    [99_999, 'gold'],
    [100_000, 'platinum'],
  ])('of %d points is %s', (points, level) => {
    expect(rewardLevel(points)).toBe(level);
  });
});
