import { describe, expect, it } from 'vitest';
import { type Charge, shownCharges } from './charges.js';
import { kobo } from './money.js';

const charge = (kind: Charge['kind'], name: string, amountKobo: number): Charge => ({
  kind,
  name,
  amountKobo: kobo(amountKobo),
  baseKobo: kobo(10_000),
  tariffId: '',
});

describe('charges in a mail', () => {
  it('have their own names, and those of one line together', () => {
    const charges = [
      charge('transfer_fee', 'Transfer fee', 1_000),
      charge('item_fee', 'Fee of the item', 500),
      charge('vat', 'VAT 7.5 %', 75),
      charge('vat', 'VAT 7.5 %', 25),
    ];
    expect(shownCharges({ amountKobo: kobo(10_000), charges })).toMatchObject({
      fee: '₦15.00',
      feeName: 'Transfer fee and Fee of the item',
      vat: '₦1.00',
      vatName: 'VAT 7.5 %',
      duty: '',
      surcharge: '',
    });
    expect(shownCharges({ amountKobo: kobo(10_000), charges: [] })).toMatchObject({ fee: '₦0.00', feeName: 'Fee' });
  });
});
