import { describe, expect, it } from 'vitest';
import { wrongCharges } from './charged-amounts.js';

const POSTED = [
  ['system:fees', 3_000],
  ['system:vat', 225],
  ['system:duties', 0],
] as const;
const fee = { kind: 'transfer_fee', amountKobo: 1_000 };
const text = (...charges: object[]) => JSON.stringify([fee, { kind: 'surcharge', amountKobo: 2_000 }, ...charges]);
const EXPECTED = 'system:fees: 3000, system:vat: 225';

describe('charges in a row', () => {
  it('add up, by account, to what the ledger posted', () => {
    expect(wrongCharges(text({ kind: 'vat', amountKobo: 225 }), POSTED)).toBeUndefined();
    for (const none of ['[]', null]) expect(wrongCharges(none, [['system:fees', 0]])).toBeUndefined();
  });

  it.each([
    ['of another amount', text({ kind: 'vat', amountKobo: 224 }), 'system:fees: 3000, system:vat: 224'],
    ['of another account', text({ kind: 'stamp_duty', amountKobo: 225 }), 'system:duties: 225, system:fees: 3000'],
    ['that are missing', '[]', 'none'],
    ['of a row without any', null, 'none'],
    ['that are no list', '{"fee": 1}', 'no list of charges'],
    ['that hold nothing', '[null]', 'no list of charges'],
    ['that are no JSON', '[', 'no list of charges'],
  ])('%s are wrong', (_, stored, found) => {
    expect(wrongCharges(stored, POSTED)).toEqual({ expected: EXPECTED, found });
  });
});
