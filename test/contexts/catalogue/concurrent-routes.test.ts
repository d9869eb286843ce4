import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BillerProviders } from '../../../src/contexts/billers/biller-provider.js';
import { SANDBOX_LISTING } from '../../../src/contexts/billers/adapters/sandbox/sandbox-biller-provider.js';
import { SyncCatalogue } from '../../../src/contexts/catalogue/catalogue.js';
import type { Listing } from '../../../src/kernel/listing.js';
import type { TestUser } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import { signInStaff } from '../../support/staff.js';
import { ScriptedProvider } from '../purchases/fakes.js';
import { Shop } from '../purchases/support.js';

const VTU = 'mtn-airtime-vtu';
const ROUNDS = 8;

/** MTN's airtime, by a biller that no table knows, so that it is another item until staff say otherwise. */
function listingOf(name: string): Listing {
  const item = SANDBOX_LISTING.items.find(({ itemId }) => itemId === VTU)!;
  const biller = SANDBOX_LISTING.billers.find(({ billerId }) => billerId === item.billerId)!;
  const category = SANDBOX_LISTING.categories.find(({ categoryId }) => categoryId === biller.categoryId)!;
  return {
    categories: [{ ...category, categoryId: `${name}-4`, name: 'Mobile Recharge' }],
    billers: [
      { ...biller, billerId: `${name}-1`, categoryId: `${name}-4`, name: 'Unheard-of Top-up', shortName: '', networkId: '' },
    ],
    items: [{ ...item, itemId: `${name}-vtu`, paymentCode: `${name}-vtu`, billerId: `${name}-1` }],
  };
}

describe.each(BACKENDS)('changes of routes on %s', (backend) => {
  let shop: Shop;
  let members: readonly TestUser[];

  beforeAll(async () => {
    shop = await Shop.open(backend);
    const providers = shop.service.app.get(BillerProviders);
    const others = ['second', 'third'].map((name) =>
      Object.assign(new ScriptedProvider(name, []), { list: () => Promise.resolve(listingOf(name)) }),
    );
    const all = [...providers.all, ...others];
    Object.assign(providers, { all, find: (name: string) => all.find((provider) => provider.name === name) });
    await shop.service.app.get(SyncCatalogue).execute('all');
    const grants = ['offerControl.getDataList', 'offerControl.viewDetails', 'offerControl.allowModify'];
    members = [await signInStaff(shop.service, ...grants), await signInStaff(shop.service, ...grants)];
  });
  afterAll(() => shop.service.close());

  const change = (member: number, reqv: string, body: object) =>
    shop.service.client.post('control_route_update', { as: members[member]!, body: { reqv, ...body } });
  const routes = () =>
    shop.rows<{ id: string; provider: string; position: number | null }>(
      "SELECT id, provider, position FROM route WHERE item_id = 'mtn-airtime-vtu' ORDER BY position",
    );
  const routeOf = async (provider: string, itemId: string) =>
    (await shop.rows<{ id: string }>('SELECT id FROM route WHERE provider = ? AND item_id = ?', provider, itemId))[0]!.id;

  it('by two members of staff at once leave each route of an item a position of its own', async () => {
    const [first, second] = [await routeOf('sandbox', VTU), await routeOf('second', 'second-vtu')];
    const third = await routeOf('third', 'third-vtu');
    expect((await change(0, second, { itemId: VTU, position: 2 })).body.REQUEST.STATUS).toBe('OK');
    for (let round = 0; round < ROUNDS; round++) {
      const [moved, linked] = await Promise.all([
        change(0, round % 2 === 0 ? first : second, { position: 1 }),
        change(1, third, { itemId: VTU, position: 1 }),
      ]);
      expect([moved.body.REQUEST.STATUS, linked.body.REQUEST.STATUS]).toEqual(['OK', 'OK']);
      const positions = (await routes()).map(({ position }) => position);
      expect(positions).toEqual([1, 2, 3]);
      expect((await change(1, third, { itemId: 'third-vtu' })).body.REQUEST.STATUS).toBe('OK');
    }
  });

  it('do not make a route one of an item of another category', async () => {
    const id = await routeOf('sandbox', VTU);
    const billOf = async (category: string) => {
      const [bill] = await shop.rows<{ id: string; itemId: string }>(
        `SELECT r.id AS id, i.item_id AS itemId
           FROM biller_item i JOIN biller b ON b.biller_id = i.biller_id JOIN route r ON r.item_id = i.item_id
          WHERE b.category_id = ? AND i.kind = 'bill' AND i.delivers_pin = 0 LIMIT 1`,
        category,
      );
      return bill!;
    };
    const [television, power] = [await billOf('cabletv'), await billOf('electricity')];
    for (const [route, itemId] of [
      [id, television.itemId],
      [power.id, television.itemId],
    ] as const) {
      const { body } = await change(0, route, { itemId });
      expect(body.ERRORS).toMatchObject({
        CODE: 400,
        ID: 'itemId_invalid',
        DETAILS: expect.stringContaining('The item is of another kind'),
      });
    }
  });
});
