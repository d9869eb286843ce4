import { describe, expect, it } from 'vitest';
import { fairShare } from './records.js';

describe('fairShare', () => {
  it('shortens the longest lists first and keeps each together', () => {
    expect(fairShare([['a1', 'a2', 'a3'], ['b1'], ['c1', 'c2']], 4)).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('takes everything where there is room', () => {
    expect(fairShare([['a1'], [], ['c1', 'c2']], 20)).toEqual(['a1', 'c1', 'c2']);
  });
});
