import { describe, expect, it } from 'vitest';
import { challengeIn, isCounterBehind } from './passkeys.js';

const clientData = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('challengeIn', () => {
  it('reads what the browser has answered', () => {
    expect(challengeIn(clientData({ type: 'webauthn.get', challenge: 'abc' }))).toBe('abc');
  });

  it.each([['bm90IGpzb24'], [''], [clientData(null)], [clientData({ challenge: 7 })], [clientData([])]])(
    'finds none in %s',
    (text) => {
      expect(challengeIn(text)).toBeUndefined();
    },
  );
});

describe('isCounterBehind', () => {
  it.each([
    [0, 0, false],
    [0, 1, false],
    [7, 8, false],
    [7, 7, true],
    [7, 6, true],
    [7, 0, true],
  ])('of %i and then %i is %s', (before, after, expected) => {
    expect(isCounterBehind(before, after)).toBe(expected);
  });
});
