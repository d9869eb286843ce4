import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from '../../../../../test/support/backend.js';
import { makeTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { ScriptedProvider } from '../../../../../test/contexts/billing/fakes.js';
import { naira } from '../../../../kernel/money.js';
import { Billing0006 } from '../../../../migrations/0006-billing.js';
import { Log } from '../../../../platform/telemetry/log.js';
import type { Listing } from '../../domain/catalogue.js';
import { ConfiguredBillerProviders } from '../configured-biller-providers.js';
import { SandboxPurchaseRow } from '../sandbox/sandbox-purchase.row.js';
import { SANDBOX_LISTING } from '../sandbox/sandbox-listing.js';
import { CATALOGUE_ROWS } from './catalogue.rows.js';
import { PURCHASE_ROWS } from './purchase.rows.js';
import { TypeormCatalogue } from './typeorm-catalogue.js';

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
    const known = ['first', 'second'].map((name) => new ScriptedProvider(name, []));
    return new TypeormCatalogue(
      test.database,
      new ConfiguredBillerProviders(providers, known),
      { now: () => now },
      new Log(test.config),
    );
  };

  beforeAll(async () => {
    test = await makeTestDatabase(backend, [...CATALOGUE_ROWS, ...PURCHASE_ROWS, SandboxPurchaseRow], [Billing0006]);
  });
  afterAll(() => test.drop());

  it('takes over what a provider lists, and changes only what differs', async () => {
    const catalogue = open('first', 'second');
    expect((await catalogue.current()).activeItems).toEqual([]);
    await catalogue.replace('first', listing(VTU!, PIN100!, PIN200!));
    const before = await catalogue.current();
    expect(before.activeItems.map(({ name }) => name)).toEqual([VTU!.name, PIN100!.name, PIN200!.name]);
    expect(before.item(VTU!.itemId)).toMatchObject({ ...VTU, routes: [{ provider: 'first', paymentCode: VTU!.paymentCode }] });

    now += 1_000;
    const dearer = { ...PIN100!, price: { fixed: true, amountKobo: naira(110) } as const };
    expect(await catalogue.replace('first', listing(VTU!, dearer))).toEqual({ categories: 1, billers: 1, items: 2, retired: 1 });
    const after = await catalogue.current();
    expect(after.item(VTU!.itemId)).toEqual(before.item(VTU!.itemId));
    expect(after.item(PIN100!.itemId)).toMatchObject({ id: before.item(PIN100!.itemId)!.id, price: dearer.price, updated: now });
    expect(after.item(PIN200!.itemId)).toMatchObject({ status: 'inactive', routes: [] });
    expect(await catalogue.syncedAt('first')).toBe(now);
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
    now += 2_000;
    await names();
    await expect.poll(names).toEqual([PIN100!.itemId]);
  });

  it('takes two syncs at once for one after the other', async () => {
    const full: Listing = SANDBOX_LISTING;
    await Promise.all([open('first').replace('first', full), open('first').replace('first', full)]);
    expect((await open('first').current()).activeItems.length).toBe(full.items.length);
  });
});
