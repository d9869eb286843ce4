import { describe, expect, it } from 'vitest';
import { kobo, naira } from '../../kernel/money.js';
import { rewardPoints, worthOfPoints } from './referrals.js';

describe('reward points', () => {
  it.each([
    [kobo(0), 0],
    [kobo(9_999), 0],
    [naira(100), 1],
    [naira(3_999), 39],
    [kobo(-1), 0],
  ])('for purchases of %d kobo are %d', (volume, points) => {
    expect(rewardPoints(volume)).toBe(points);
  });

  it('are worth 0.10 Naira each', () => {
    expect(worthOfPoints(39)).toBe(390);
  });
});
