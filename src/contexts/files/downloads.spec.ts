import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readByteRange } from './downloads.js';

describe('readByteRange', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=2-', { from: 2, to: 9 }],
    ['bytes=2-99', { from: 2, to: 9 }],
    ['bytes=-3', { from: 7, to: 9 }],
    ['bytes=-99', { from: 0, to: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['lines=0-1', undefined],
    ['bytes=a-b', undefined],
    ['bytes=1-99999999999999999999', undefined],
  ])('of ten bytes reads %j as %j', (header, range) => {
    expect(readByteRange(header, 10)).toEqual(range);
  });

  it('stays within the content', () => {
    const number = fc.oneof(fc.constant(''), fc.nat().map(String));
    fc.assert(
      fc.property(number, number, fc.nat(), (first, last, sizeBytes) => {
        const range = readByteRange(`bytes=${first}-${last}`, sizeBytes);
        if (range === undefined || range === 'unsatisfiable') return;
        expect(0 <= range.from && range.from <= range.to && range.to < sizeBytes).toBe(true);
      }),
    );
  });
});
