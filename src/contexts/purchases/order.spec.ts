import { describe, expect, it } from 'vitest';
import { aCatalogue, anItem, BILLER } from '../../../test/contexts/purchases/fakes.js';
import { FixedTariffs } from '../../../test/contexts/tariffs/fake-tariffs.js';
import { kobo, naira, ZERO_KOBO } from '../../kernel/money.js';
import { CatalogueSnapshot } from '../catalogue/catalogue.js';
import { Surcharges } from '../catalogue/index.js';
import { type ChargeTariff } from '../tariffs/tariffs.js';
import { type AirtimeRequest, orderAirtime, orderBill, PurchaseCharges } from './order.js';

const BILL = {
  amountKobo: naira(200),
  customerId: '123',
  paymentCode: 'disco:light',
  categoryId: 'power',
  billerId: 'disco',
  itemId: 'light',
};

describe('ordering a bill', () => {
  it('fits an item on sale', () => {
    expect(orderBill(aCatalogue(anItem()), BILL)).toMatchObject({ biller: BILLER, item: { itemId: 'light' }, customerId: '123' });
  });

  it('takes from the item what is not named', () => {
    const { amountKobo, customerId, itemId } = BILL;
    const { biller, item } = orderBill(aCatalogue(anItem()), { amountKobo, customerId, itemId });
    expect([biller.billerId, item.paymentCode]).toEqual(['disco', 'disco:light']);
  });

  it.each([
    [anItem({ status: 'inactive' }), 'catalogue.unknown_item'],
    [anItem({ routes: [] }), 'catalogue.unknown_item'],
    [anItem({ billerId: 'another' }), 'catalogue.unknown_item'],
    [anItem({ kind: 'data' }), 'catalogue.wrong_customer'],
    [anItem({ validationParams: 'required|digits_between:10,13' }), 'catalogue.wrong_customer'],
  ])('refuses what cannot be had', (item, failure) => {
    expect(() => orderBill(aCatalogue(item), BILL)).toThrow(expect.objectContaining({ failure }));
  });

  it('takes a phone for a data bundle, in local form', () => {
    const order = orderBill(aCatalogue(anItem({ kind: 'data' })), { ...BILL, customerId: '+2348031234567' });
    expect(order.customerId).toBe('08031234567');
  });

  it('refuses a biller that is closed, alone or with its category', () => {
    const category = {
      id: 'c',
      categoryId: 'power',
      name: '',
      description: '',
      iconUrl: '',
      status: 'active',
      createdAt: 1,
    } as const;
    const closedBiller = new CatalogueSnapshot([category], [{ ...BILLER, status: 'inactive' }], [anItem()]);
    expect(() => orderBill(closedBiller, BILL)).toThrow(expect.objectContaining({ failure: 'purchases.unknown_biller' }));
    const closedCategory = new CatalogueSnapshot([{ ...category, status: 'inactive' }], [BILLER], [anItem()]);
    expect(() => orderBill(closedCategory, BILL)).toThrow(expect.objectContaining({ failure: 'purchases.unknown_category' }));
    const other = { ...category, id: 'o', categoryId: 'other' };
    const open = new CatalogueSnapshot([category, other], [BILLER], [anItem()]);
    expect(() => orderBill(open, { ...BILL, categoryId: 'water' })).toThrow(
      `This category does not exist or is not available (allowed: ${category.categoryId})`,
    );
    for (const catalogue of [closedBiller, closedCategory])
      expect([catalogue.activeBillers, catalogue.activeItems]).toEqual([[], []]);
  });
});

describe('ordering airtime', () => {
  const network = { ...BILLER, networkId: 't2' };
  const vtu = anItem({ itemId: 'vtu', name: 'Top-up', kind: 'vtu' });
  const pin200 = anItem({ itemId: 'pin200', name: 'PIN 200', kind: 'epin', price: { fixed: true, amountKobo: naira(200) } });
  const pin500 = anItem({ itemId: 'pin500', name: 'PIN 500', kind: 'epin', price: { fixed: true, amountKobo: naira(500) } });
  const category = {
    id: 'c',
    categoryId: 'power',
    name: '',
    description: '',
    iconUrl: '',
    status: 'active',
    createdAt: 1,
  } as const;
  const catalogue = new CatalogueSnapshot([category], [network], [vtu, pin200, pin500]);
  const order = (over: Partial<AirtimeRequest>) =>
    orderAirtime(catalogue, {
      amountKobo: naira(500),
      phone: '08031234567',
      network: '9mobile',
      kind: 'vtu',
      categoryId: 'power',
      billerId: 'disco',
      itemId: undefined,
      itemName: 'anything',
      ...over,
    });

  it('finds the item by name, or else by amount', () => {
    expect(order({}).item.itemId).toBe('vtu');
    expect(order({ kind: 'epin' }).item.itemId).toBe('pin500');
    expect(order({ kind: 'epin', itemName: 'pin 200', amountKobo: naira(200) }).item.itemId).toBe('pin200');
  });

  it('takes biller, category, network and recharge type from the item', () => {
    const short = { network: undefined, kind: undefined, categoryId: undefined, billerId: undefined };
    const bought = order({ ...short, itemId: 'pin500', itemName: '' });
    expect([bought.biller.billerId, bought.item.itemId, bought.item.kind]).toEqual(['disco', 'pin500', 'epin']);
    expect(() => order({ ...short, itemId: 'nothing' })).toThrow(expect.objectContaining({ failure: 'catalogue.unknown_item' }));
  });

  it('holds the amount against the item that was named', () => {
    expect(() => order({ kind: 'epin', itemName: 'PIN 200' })).toThrow(
      expect.objectContaining({ failure: 'price.amount_differs' }),
    );
    expect(() => order({ kind: 'epin', amountKobo: naira(300) })).toThrow(
      expect.objectContaining({ failure: 'price.amount_differs' }),
    );
  });

  it('refuses another network, and an item of another kind', () => {
    expect(() => order({ network: 'mtn' })).toThrow(expect.objectContaining({ failure: 'purchases.wrong_network' }));
    expect(() => order({ itemId: 'pin500' })).toThrow(
      'PIN 500 is of the recharge type epin: send that, or leave rechargeType out',
    );
  });
});

describe('the charges of a purchase', () => {
  const tariff = (kind: ChargeTariff['kind'], over: Partial<ChargeTariff>): ChargeTariff => ({
    id: kind,
    kind,
    subject: '',
    name: kind,
    fromMs: 0,
    untilMs: undefined,
    bands: [],
    ...over,
  });
  const band = { fromKobo: 0, feeKobo: ZERO_KOBO, millionths: 75_000 };
  const vatOn = (...of: ChargeTariff['kind'][]) => tariff('vat', { of, bands: [band] });
  const chargesOf = async (tariffs: readonly ChargeTariff[], over: Partial<typeof BILLER> = {}) => {
    const [book, clock] = [new FixedTariffs(tariffs), { now: () => 1 }];
    const charges = new PurchaseCharges(book, new Surcharges(book, clock), clock);
    const made = await charges.of({ item: anItem(), biller: { ...BILLER, ...over }, amountKobo: naira(200) });
    return made.map(({ kind, amountKobo, baseKobo }) => [kind, amountKobo, baseKobo]);
  };

  const FEE = ['item_fee', naira(5), naira(200)];
  const SURCHARGE = ['surcharge', naira(10), naira(200)];

  it('are the fee of the item and the surcharge of the biller', async () => {
    expect(await chargesOf([])).toEqual([FEE, SURCHARGE]);
  });

  it('have VAT on the surcharge, and none on the fee, which is the biller’s', async () => {
    expect(await chargesOf([vatOn('surcharge')])).toEqual([FEE, SURCHARGE, ['vat', kobo(75), naira(10)]]);
  });

  it('have no VAT where there is no surcharge, or none is charged on it', async () => {
    expect(await chargesOf([vatOn('surcharge')], { surchargeKobo: ZERO_KOBO })).toEqual([FEE]);
    expect(await chargesOf([vatOn('transfer_fee')])).toEqual([FEE, SURCHARGE]);
  });

  it('have the surcharge of a tariff in the place of the biller’s, with VAT on it', async () => {
    const surcharge = tariff('surcharge', { subject: 'disco', bands: [{ fromKobo: 0, feeKobo: naira(20) }] });
    expect(await chargesOf([surcharge, vatOn('surcharge')])).toEqual([
      FEE,
      ['surcharge', naira(20), naira(200)],
      ['vat', naira(1.5), naira(20)],
    ]);
  });
});
