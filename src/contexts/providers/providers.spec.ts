import { describe, expect, it } from 'vitest';
import { medianSeconds } from './providers.js';

describe('medianSeconds', () => {
  it.each([
    [[], undefined],
    [[[400, 1]], 0.4],
    [
      [
        [9_000, 2],
        [100, 3],
      ],
      0.1,
    ],
    [
      [
        [9_000, 3],
        [100, 2],
        [50, 1],
      ],
      0.1,
    ],
    [
      [
        [9_000, 4],
        [100, 1],
        [50, 1],
      ],
      9,
    ],
  ] as const)('of %j is %s', (counts, seconds) => {
    expect(medianSeconds(counts.map(([took, total]) => ({ took, total: String(total) })))).toBe(seconds);
  });
});
