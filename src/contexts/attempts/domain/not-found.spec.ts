import { describe, expect, it } from 'vitest';
import { isConfirmedNotFound } from './not-found.js';

describe('isConfirmedNotFound', () => {
  it.each<[string, number[], boolean]>([
    ['is false for no answer', [], false],
    ['is false for two', [0, 100], false],
    ['is true for three, in any order', [200, 0, 100], true],
    ['is false where three came at once', [0, 1, 2], false],
    ['does not count what came too soon', [0, 50, 100, 150], false],
    ['counts what came in time beside what came too soon', [0, 50, 100, 150, 200], true],
  ])('%s', (_, times, expected) => {
    expect(isConfirmedNotFound(times, 100)).toBe(expected);
  });
});
