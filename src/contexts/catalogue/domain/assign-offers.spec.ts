import { describe, expect, it } from 'vitest';
import { anItem, BILLER, CATEGORY } from '../../../../test/contexts/purchases/fakes.js';
import { assignOffers } from './assign-offers.js';
import type { Offer } from './matching.js';

function airtime(provider: string, itemId: string, biller = 'MTN'): Offer {
  return {
    provider,
    category: { ...CATEGORY, name: 'Airtime' },
    biller: { ...BILLER, name: biller },
    item: anItem({ itemId, paymentCode: itemId, kind: 'vtu' }),
  };
}

describe('assignOffers', () => {
  const assign = (offers: Offer[], links: Record<string, string> = {}) =>
    assignOffers(offers, ({ item }) => links[item.itemId]).map(({ offer, itemId }) => [offer.item.itemId, itemId]);

  it('gives what another provider sells too to the item of the first one', () => {
    expect(assign([airtime('a', 'a1'), airtime('a', 'a2', 'Glo'), airtime('b', 'b1')])).toEqual([
      ['a1', 'a1'],
      ['a2', 'a2'],
      ['b1', 'a1'],
    ]);
  });

  it('leaves what one provider sells twice as two items', () => {
    expect(assign([airtime('a', 'a1'), airtime('a', 'a2'), airtime('b', 'b1'), airtime('b', 'b2')])).toEqual([
      ['a1', 'a1'],
      ['a2', 'a2'],
      ['b1', 'a1'],
      ['b2', 'b2'],
    ]);
  });

  it('takes the word of staff first', () => {
    const offers = [airtime('a', 'a1'), airtime('b', 'b1'), airtime('c', 'c1', 'Unknown')];
    expect(Object.fromEntries(assign(offers, { b1: 'b1', c1: 'a1' }))).toEqual({ a1: 'a1', b1: 'b1', c1: 'a1' });
  });

  it('takes one item id at two providers for one item, known or not', () => {
    expect(assign([airtime('a', 'x', 'Unknown'), airtime('b', 'x', 'Unknown')])).toEqual([
      ['x', 'x'],
      ['x', 'x'],
    ]);
  });
});
