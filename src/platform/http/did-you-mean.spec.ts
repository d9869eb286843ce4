import { describe, expect, it } from 'vitest';
import { didYouMean } from './did-you-mean.js';
import { explainParameters } from './failed-answer.js';
import { Optional, Text } from './input.decorators.js';

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

  it('lists what a request misses and what its operation does not have', () => {
    class Payment {
      @Text() customerId: string;
      @Text() itemId: string;
      @Optional() @Text() pinc?: string;
    }
    expect(explainParameters(Payment, { custmerId: '1', n: '7', other: 'x' }, 'customerId')?.text).toBe(
      'missing: customerId, itemId; custmerId is not known: did you mean customerId?; other is not known',
    );
    expect(explainParameters(Payment, { customerId: '1' }, 'itemId')).toBeUndefined();
    expect(explainParameters(Payment, { customerId: '', itemId: 'x', pni: '1234' }, 'customerId')?.text).toBe(
      'missing: customerId; pni is not known: did you mean pinc?',
    );
  });

  it('knows nothing where there are no names', () => {
    expect(didYouMean('anything', [])).toBeUndefined();
  });
});
