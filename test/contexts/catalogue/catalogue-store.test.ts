import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BACKENDS } from '../../support/backend.js';
import { makeTestDatabase, RowTables0001, type TestDatabase } from '../../support/test-database.js';
import { ScriptedProvider } from '../purchases/fakes.js';
import { naira } from '../../../src/kernel/money.js';
import { Log } from '../../../src/platform/telemetry/log.js';
import type { Listing } from '../../../src/kernel/listing.js';
import { BillerProviders } from '../../../src/contexts/billers/biller-provider.js';
import { SandboxPurchaseRow } from '../../../src/contexts/billers/adapters/sandbox/typeorm-sandbox-purchases.js';
import { SANDBOX_LISTING } from '../../../src/contexts/billers/adapters/sandbox/sandbox-biller-provider.js';
import { percent } from '../../../src/contexts/billers/adapters/sandbox/catalogue/shape.js';
import { CATALOGUE_ROWS, ItemRow, RouteRow } from '../../../src/contexts/catalogue/catalogue.rows.js';
import { PURCHASE_ROWS } from '../../../src/contexts/purchases/purchases.rows.js';
import { TypeormCatalogue } from '../../../src/contexts/catalogue/catalogue.store.js';
import { TelemetryEnvironment } from '../../../src/platform/telemetry/telemetry.settings.js';

const [CATEGORY] = SANDBOX_LISTING.categories;
const [BILLER] = SANDBOX_LISTING.billers;
const [VTU, PIN100, PIN200] = SANDBOX_LISTING.items;

function listing(...items: Listing['items'][number][]): Listing {
  return { categories: [CATEGORY!], billers: [BILLER!], items };
}

describe.each(BACKENDS)('the stored catalogue on %s', (backend) => {
  let test: TestDatabase;
  let now = 1_700_000_000_000;
  const open = (...providers: string[]) => {
    return new TypeormCatalogue(
      test.database,
      new BillerProviders(providers.map((name) => new ScriptedProvider(name, []))),
      { now: () => now },
      new Log(test.config.of(TelemetryEnvironment)),
    );
  };

  beforeAll(async () => {
    test = await makeTestDatabase(backend, [...CATALOGUE_ROWS, ...PURCHASE_ROWS, SandboxPurchaseRow], [RowTables0001]);
  });
  afterAll(() => test.drop());

  it('takes over what a provider lists, and changes only what differs', async () => {
    const catalogue = open('first', 'second');
    expect((await catalogue.current()).activeItems).toEqual([]);
    await catalogue.replace('first', listing(VTU!, PIN100!, PIN200!));
    const before = await catalogue.current();
    expect(before.activeItems.map(({ name }) => name)).toEqual([VTU!.name, PIN100!.name, PIN200!.name]);
    expect(before.item(VTU!.itemId)).toMatchObject({
      ...VTU,
      routes: [{ provider: 'first', paymentCode: VTU!.paymentCode, billerId: VTU!.billerId, isOn: true }],
    });

    now += 1_000;
    const dearer = { ...PIN100!, price: { fixed: true, amountKobo: naira(110) } as const };
    expect(await catalogue.replace('first', listing(VTU!, dearer))).toEqual({ categories: 1, billers: 1, items: 2, retired: 1 });
    const after = await catalogue.current();
    expect(after.item(VTU!.itemId)).toEqual(before.item(VTU!.itemId));
    expect(after.item(PIN100!.itemId)).toMatchObject({ id: before.item(PIN100!.itemId)!.id, price: dearer.price, updated: now });
    expect(after.item(PIN200!.itemId)).toMatchObject({ status: 'inactive', routes: [] });
    expect(await catalogue.syncedAt('first')).toBe(now);
  });

  it('does not keep what was read before a change', async () => {
    const catalogue = open('first', 'second');
    const repository = test.database.repository.bind(test.database);
    let goOn = () => {};
    const isReplaced = new Promise<void>((resolve) => (goOn = resolve));
    const hasRead = new Promise<void>((resolve) => {
      vi.spyOn(test.database, 'repository').mockImplementation((row) => {
        if (row !== (RouteRow as unknown)) return repository(row);
        vi.restoreAllMocks();
        const routes = repository(row);
        const find = routes.find.bind(routes);
        return Object.assign(Object.create(routes) as typeof routes, {
          find: async (...given: Parameters<typeof find>) => {
            const found = await find(...given);
            resolve();
            await isReplaced;
            return found;
          },
        });
      });
    });
    const early = catalogue.current();
    await hasRead;
    await catalogue.replace('first', listing({ ...VTU!, name: 'Renamed' }, PIN100!, PIN200!));
    goOn();
    expect((await early).item(VTU!.itemId)?.name).toBe(VTU!.name);
    expect((await catalogue.current()).item(VTU!.itemId)?.name).toBe('Renamed');
    await catalogue.replace('first', listing(VTU!, PIN100!));
  });

  it('leaves an entry to the first provider that offers it, and to the next when it is retired', async () => {
    const catalogue = open('first', 'second');
    await catalogue.replace('first', listing(VTU!, PIN100!));
    await catalogue.replace(
      'second',
      listing({ ...VTU!, name: 'Other name', paymentCode: 'S-VTU' }, { ...PIN200!, paymentCode: 'S-200' }),
    );
    const both = await catalogue.current();
    expect(both.item(VTU!.itemId)).toMatchObject({
      name: VTU!.name,
      routes: [
        { provider: 'first', paymentCode: VTU!.paymentCode },
        { provider: 'second', paymentCode: 'S-VTU' },
      ],
    });
    expect(both.item(PIN200!.itemId)).toMatchObject({ status: 'active', paymentCode: 'S-200' });

    await catalogue.replace('first', listing(PIN100!));
    await catalogue.replace('second', listing({ ...VTU!, name: 'Other name', paymentCode: 'S-VTU' }));
    const moved = await catalogue.current();
    expect(moved.item(VTU!.itemId)).toMatchObject({ status: 'active', name: 'Other name', routes: [{ provider: 'second' }] });
    expect(moved.item(PIN100!.itemId)).toMatchObject({ status: 'active' });
  });

  it('sells by two routes what two providers list under ids of their own', async () => {
    const catalogue = open('first', 'second');
    await catalogue.replace('first', listing(VTU!, PIN100!));
    const other: Listing = {
      categories: [{ ...CATEGORY!, categoryId: '4', name: 'Mobile Recharge' }],
      billers: [{ ...BILLER!, billerId: '901', categoryId: '4', name: 'MTN Top-up' }],
      items: [
        { ...VTU!, itemId: '90106', paymentCode: '90106', billerId: '901', name: 'Direct top up', commission: percent(1) },
        { ...PIN100!, itemId: '90107', paymentCode: '90107', billerId: '901', name: 'N100 voucher' },
      ],
    };
    await catalogue.replace('second', other);
    const both = await catalogue.current();
    const routesOf = (itemId: string) => both.item(itemId)?.routes.map(({ provider, paymentCode }) => [provider, paymentCode]);
    expect(routesOf(VTU!.itemId)).toEqual([
      ['first', VTU!.paymentCode],
      ['second', '90106'],
    ]);
    expect(both.item(VTU!.itemId)?.routes[1]).toMatchObject({ billerId: '901', commission: { basisPoints: 100 } });
    expect(routesOf(PIN100!.itemId)).toEqual([
      ['first', PIN100!.paymentCode],
      ['second', '90107'],
    ]);
    expect([both.activeCategories.length, both.activeBillers.length, both.activeItems.length]).toEqual([1, 1, 2]);

    // A price that differs is another item, at a biller and in a category that are shown now.
    const dearer = { ...other.items[1]!, price: { fixed: true, amountKobo: naira(120) } as const };
    await catalogue.replace('second', { ...other, items: [other.items[0]!, dearer] });
    const apart = await catalogue.current();
    expect(apart.item(PIN100!.itemId)?.routes).toHaveLength(1);
    expect(apart.item('90107')).toMatchObject({ status: 'active', billerId: '901', price: dearer.price });
    expect([apart.activeCategories.length, apart.activeBillers.length, apart.activeItems.length]).toEqual([2, 2, 3]);

    // The item goes on under its own id, where the first provider does not list it any more.
    await catalogue.replace('first', listing(PIN100!));
    expect((await catalogue.current()).item('90106')).toMatchObject({ status: 'active', routes: [{ provider: 'second' }] });
  });

  it('keeps what staff said of routes', async () => {
    const catalogue = open('first', 'second');
    await catalogue.replace('first', listing(VTU!, PIN100!));
    const other = { ...PIN200!, itemId: 'S-200', paymentCode: 'S-200', name: 'Something else' };
    await catalogue.replace('second', listing(other, { ...VTU!, paymentCode: 'S-VTU' }));
    const routes = test.database.repository(RouteRow);
    const byStaff = { itemId: PIN100!.itemId, isLinkedByStaff: true, isOn: false, position: 1 };
    await routes.update({ provider: 'second', paymentCode: 'S-200' }, byStaff);
    await routes.update({ provider: 'second', paymentCode: 'S-VTU' }, { position: 1 });
    await catalogue.replace('second', listing({ ...other, name: 'Renamed' }, { ...VTU!, paymentCode: 'S-VTU' }));
    const after = await catalogue.current();
    expect(after.item('S-200')).toMatchObject({ status: 'inactive', routes: [] });
    expect(after.item(PIN100!.itemId)?.routes).toMatchObject([
      { provider: 'second', paymentCode: 'S-200', isOn: false },
      { provider: 'first' },
    ]);
    expect(after.item(VTU!.itemId)?.routes.map(({ provider }) => provider)).toEqual(['second', 'first']);

    await catalogue.replace('second', listing({ ...VTU!, paymentCode: 'S-VTU' }));
    expect((await catalogue.current()).item(PIN100!.itemId)?.routes).toHaveLength(1);
    expect(await routes.findOneByOrFail({ provider: 'second', paymentCode: 'S-200' })).toMatchObject({
      ...byStaff,
      isListed: false,
    });
  });

  it('takes no position along when a route becomes one of another item', async () => {
    const catalogue = open('first', 'second');
    const routes = test.database.repository(RouteRow);
    await catalogue.replace('first', listing(VTU!, PIN100!));
    await catalogue.replace('second', listing({ ...VTU!, paymentCode: 'S-9' }));
    await routes.update({ itemId: PIN100!.itemId, provider: 'first' }, { position: 1 });
    await routes.update({ paymentCode: 'S-9' }, { position: 1 });
    await catalogue.replace('second', listing({ ...PIN100!, paymentCode: 'S-9' }));
    const ofItem = await routes.findBy({ itemId: PIN100!.itemId, isListed: true });
    expect(
      ofItem.map(({ provider, position }) => [provider, position]).toSorted(([one], [other]) => (one! < other! ? -1 : 1)),
    ).toEqual([
      ['first', 1],
      ['second', null],
    ]);
  });

  it('retires what belonged to a provider that is not in use any more', async () => {
    await open('first', 'second').replace('first', listing(VTU!, PIN100!));
    const alone = open('second');
    await alone.replace('second', listing(PIN200!));
    expect((await alone.current()).activeItems.map(({ itemId }) => itemId)).toEqual([PIN200!.itemId]);
  });

  it('is seen by another process within seconds', async () => {
    const [here, there] = [open('first', 'second'), open('first', 'second')];
    await here.replace('first', listing(VTU!));
    await there.current();
    await here.replace('first', listing(PIN100!));
    const names = async () =>
      (await there.current()).activeItems.filter(({ routes }) => routes[0]?.provider === 'first').map(({ itemId }) => itemId);
    expect(await names()).toEqual([VTU!.itemId]);
    now += 1_999;
    expect(await names()).toEqual([VTU!.itemId]);
    now += 1;
    expect(await names()).toEqual([PIN100!.itemId]);
  });

  it('is never sold by after an idle night, nor after a read that took long; lists may show it while it is read again', async () => {
    const [here, there] = [open('first', 'second'), open('first', 'second')];
    const listed = async (read: 'current' | 'recent') => (await there[read]()).item(VTU!.itemId)!.routes[0]?.provider;
    await here.replace('second', listing());
    await here.replace('first', listing(VTU!));
    expect(await listed('current')).toBe('first');
    await here.replace('first', listing(PIN100!));
    now += 12 * 3_600_000;
    const rows = test.database.rows.bind(test.database);
    let goOn = () => {};
    const isSlow = new Promise<void>((resolve) => (goOn = resolve));
    vi.spyOn(test.database, 'rows').mockImplementationOnce(async (...given: Parameters<typeof rows>) => {
      const read = await rows(...given);
      await isSlow;
      return read;
    });
    expect(await listed('recent')).toBe('first');
    const sold = listed('current');
    await here.replace('first', listing(VTU!, PIN100!));
    now += 2_000;
    goOn();
    expect(await sold).toBe('first');
    await here.replace('first', listing(PIN100!));
    now -= 60_000;
    expect(await listed('current')).toBeUndefined();
    vi.restoreAllMocks();
  });

  it('is read once for all who wait, and its revision at most once in two seconds', async () => {
    const catalogue = open('first', 'second');
    const rows = vi.spyOn(test.database, 'rows');
    const find = vi.spyOn(test.database.repository(ItemRow), 'find');
    await Promise.all(Array.from({ length: 20 }, () => catalogue.current()));
    for (const passing of [1_000, 999, 1, 1_999]) {
      now += passing;
      await Promise.all(Array.from({ length: 20 }, () => catalogue.current()));
    }
    expect([rows.mock.calls.length, find.mock.calls.length]).toEqual([2, 1]);
    vi.restoreAllMocks();
  });

  it('takes two syncs at once for one after the other', async () => {
    const full: Listing = SANDBOX_LISTING;
    await Promise.all([open('first').replace('first', full), open('first').replace('first', full)]);
    expect((await open('first').current()).activeItems.length).toBe(full.items.length);
  });
});
