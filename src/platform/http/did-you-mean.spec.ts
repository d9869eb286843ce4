import { describe, expect, it } from 'vitest';
import { didYouMean } from './did-you-mean.js';

const NAMES = ['user_wallet_get_info', 'user_wallet_history', 'customerId', 'user_passcode_update'];

describe('didYouMean', () => {
  it.each([
    ['user_walet_history', 'did you mean user_wallet_history?'],
    ['USER_WALLET_HISTORY', 'did you mean user_wallet_history?'],
    ['customerid', 'did you mean customerId?'],
    ['wallet', 'did you mean user_wallet_get_info or user_wallet_history?'],
    ['quite_another', undefined],
    ['', undefined],
  ])('%j: %s', (name, question) => {
    expect(didYouMean(name, NAMES)).toBe(question);
  });

  it('knows nothing where there are no names', () => {
    expect(didYouMean('anything', [])).toBeUndefined();
  });
});
