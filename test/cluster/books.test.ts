import { describe, expect, it } from 'vitest';
import { isDisordered } from '../../scripts/cluster/faults/books.mjs';

describe('isDisordered', () => {
  it('is so where a webhook was received before an earlier one of its subject', () => {
    expect(isDisordered([7, 3], 0)).toBe(true);
    expect(isDisordered([3, 7], 0)).toBe(false);
    expect(isDisordered([3], 0)).toBe(false);
  });

  it('is so where the earlier one did not come', () => {
    expect(isDisordered([undefined, 3], 0)).toBe(true);
    expect(isDisordered([3, undefined], 0)).toBe(false);
  });

  it('leaves out what came before the fault', () => {
    expect(isDisordered([7, 3], 4)).toBe(false);
    expect(isDisordered([7, 3], 3)).toBe(true);
  });
});
