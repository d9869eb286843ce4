import { describe, expect, it } from 'vitest';
import { challengeIn, isCounterBehind, relyingPartyOf } from './passkeys.js';

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

it.each([
  ['https://pay.example.com', 'pay.example.com', 'https://pay.example.com'],
  ['https://pay.example.com:8443/wallet', 'pay.example.com', 'https://pay.example.com:8443'],
  ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
  ['http://[::1]:3000', 'localhost', 'http://localhost:3000'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ['https://203.0.113.7', '203.0.113.7', 'https://203.0.113.7'],
])('the relying party of %s is %s at %s', (publicUrl, id, origin) => {
  expect(relyingPartyOf(publicUrl)).toEqual({ id, origins: [origin] });
});
