import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BillerProviders } from '../../../src/contexts/billers/biller-provider.js';
import { Catalogue, SyncCatalogue } from '../../../src/contexts/catalogue/catalogue.js';
import { SANDBOX_LISTING } from '../../../src/contexts/billers/adapters/sandbox/sandbox-biller-provider.js';
import type { Listing } from '../../../src/kernel/listing.js';
import { ProviderHealth } from '../../../src/kernel/provider-health.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { TestUser } from '../../support/app.js';
import { signInStaff } from '../../support/staff.js';
import { until } from '../../support/until.js';
import { outcomes, ScriptedProvider } from '../purchases/fakes.js';
import { customerEnding, Shop } from '../purchases/support.js';

type Wire = Record<string, unknown>;

const VTU = 'mtn-airtime-vtu';
const GRANTS = ['offerControl.getDataList', 'offerControl.viewDetails', 'offerControl.allowModify'];

/** MTN's airtime, and something that no table knows. */
function otherListing(): Listing {
  const item = SANDBOX_LISTING.items.find(({ itemId }) => itemId === VTU)!;
  const biller = SANDBOX_LISTING.billers.find(({ billerId }) => billerId === item.billerId)!;
  const category = SANDBOX_LISTING.categories.find(({ categoryId }) => categoryId === biller.categoryId)!;
  return {
    categories: [{ ...category, categoryId: '4', name: 'Mobile Recharge' }],
    billers: [
      { ...biller, billerId: '109', categoryId: '4', name: 'MTN Top-up' },
      { ...biller, billerId: '110', categoryId: '4', name: 'Unheard-of Airtime' },
    ],
    items: [
      { ...item, itemId: '10906', paymentCode: '10906', billerId: '109' },
      { ...item, itemId: '11001', paymentCode: '11001', billerId: '110', name: 'Unheard-of' },
    ],
  };
}

describe.each(ONE_BACKEND)('routes and providers on %s', (backend) => {
  let shop: Shop;
  let staff: TestUser;
  let buyer: TestUser;
  const other = Object.assign(
    new ScriptedProvider(
      'other',
      Array.from({ length: 20 }, () => outcomes.success),
    ),
    {
      list: () => Promise.resolve(otherListing()),
    },
  );

  beforeAll(async () => {
    shop = await Shop.open(backend);
    const providers = shop.service.app.get(BillerProviders);
    const all = [...providers.all, other];
    Object.assign(providers, { all, find: (name: string) => all.find((provider) => provider.name === name) });
    await shop.service.app.get(SyncCatalogue).execute('all');
    staff = await signInStaff(shop.service, ...GRANTS);
    buyer = await shop.customer();
  });
  afterAll(() => shop.service.close());

  const get = (action: string, query: Record<string, string> = {}) => shop.service.client.get(action, { as: staff, query });
  const update = (action: string, body: Wire) => shop.service.client.post(action, { as: staff, body });
  const routesOf = async (rqtp: string, rqvl: string) =>
    (await get('control_route_fetch', { rqtp, rqvl })).body.DATA.result as Wire[];
  const routeOf = async (provider: string, paymentCode?: string) =>
    (await routesOf('provider', provider)).find((route) => paymentCode === undefined || route['paymentCode'] === paymentCode)!;
  const changed = async (reqv: unknown, change: Wire) =>
    expect((await update('control_route_update', { reqv, ...change })).body).toMatchObject({ REQUEST: { STATUS: 'OK' } });
  /** Processes look for changes every two seconds. */
  const isApplied = async () => {
    const sold = (await shop.service.app.get(Catalogue).current()).item(VTU)!.routes;
    const shown = await routesOf('item', VTU);
    return (
      sold.map(({ provider, isOn }) => `${provider} ${isOn ? 'on' : 'off'}`).join() ===
      shown.map(({ provider, status }) => `${String(provider)} ${String(status)}`).join()
    );
  };
  /** Which provider delivered. */
  const bought = async () => {
    await until(isApplied);
    const answer = await shop.buyAirtime(buyer, { phone: customerEnding('4567') });
    if (answer.body.REQUEST.STATUS !== 'OK') return (answer.body.ERRORS as unknown as Wire)['ID'];
    const [attempt] = await shop.rows<{ provider: string }>(
      'SELECT provider FROM purchase_attempt WHERE purchase_id = ?',
      answer.body.DATA.orderId as string,
    );
    return attempt!.provider;
  };

  it('sells what both list as one item, and shows its routes in order', async () => {
    const routes = await routesOf('item', VTU);
    expect(routes).toMatchObject([
      { itemId: VTU, biller: 'MTN Airtime', provider: 'sandbox', position: 1, status: 'on' },
      { itemId: VTU, biller: 'MTN Airtime', provider: 'other', paymentCode: '10906', position: 2, status: 'on' },
    ]);
    expect((await routesOf('biller', 'mtn-airtime')).length).toBe(6);
    const billers = (await shop.service.client.get('service_biller_fetch', { as: buyer, query: { rqtp: 'all' } })).body.DATA;
    const names = (billers as Wire[]).map(({ billerName }) => billerName);
    expect(names).toContain('Unheard-of Airtime');
    expect(names).not.toContain('MTN Top-up');
    expect(await bought()).toBe('sandbox');
  });

  it('sells by the route that staff put first, and not by one that is off', async () => {
    const { marker } = await routeOf('other', '10906');
    await changed(marker, { position: 1 });
    expect((await routesOf('item', VTU)).map(({ provider }) => provider)).toEqual(['other', 'sandbox']);
    expect(await bought()).toBe('other');
    await shop.service.app.get(SyncCatalogue).execute('all');
    expect(await bought()).toBe('other');
    await changed(marker, { status: 'off' });
    expect((await routesOf('off', '')).map((route) => route['marker'])).toEqual([marker]);
    expect(await bought()).toBe('sandbox');
    await changed(marker, { status: 'on', position: 2 });
    expect(await bought()).toBe('sandbox');
    const audits = await shop.rows<{ action: string; staff_id: string }>(
      'SELECT action, staff_id FROM staff_audit WHERE subject = ?',
      `route:${String(marker)}`,
    );
    expect(audits).toEqual(Array.from({ length: 3 }, () => ({ action: 'control_route_update', staff_id: staff.userid })));
  });

  it('links what staff know to be the same, and parts it again', async () => {
    const { marker, itemId } = await routeOf('other', '11001');
    expect(itemId).toBe('11001');
    const refusals: [Wire, string][] = [
      [{ itemId: 'no-such-item' }, 'itemId_invalid'],
      [{ itemId: 'mtn-airtime-epin-100' }, 'itemId_invalid'],
      // The provider sells it by its first route.
      [{ itemId: VTU }, 'itemId_invalid'],
      [{}, 'nothing_to_change'],
    ];
    for (const [change, id] of refusals) {
      const { body } = await update('control_route_update', { reqv: marker, ...change });
      expect(body.ERRORS).toMatchObject({ CODE: 400, ID: id });
    }
    await changed(marker, { itemId: 'glo-airtime-vtu' });
    await shop.service.app.get(SyncCatalogue).execute('all');
    expect((await routesOf('item', 'glo-airtime-vtu')).map(({ provider }) => provider)).toEqual(['sandbox', 'other']);
    expect((await get('service_biller_item_fetch', { rqtp: 'mk', rqvl: '11001' })).status).toBe(404);
    await changed(marker, { itemId: '11001' });
    expect((await routesOf('item', '11001')).map(({ provider }) => provider)).toEqual(['other']);
    expect((await update('control_route_update', { reqv: 'nothing', status: 'on' })).body.ERRORS).toMatchObject({ CODE: 404 });
  });

  it('shows how providers fare, and sends nothing new to those that are off or set aside', async () => {
    const shown = async () => (await get('control_provider_fetch')).body.DATA as unknown as Wire[];
    const [first] = await shown();
    expect(await shown()).toMatchObject([
      { name: 'sandbox', kind: 'biller', status: 'in use', since: '', success_rate_24h: 1, undecided: 0 },
      { name: 'other', kind: 'biller', status: 'in use', float: null },
      { name: 'sandbox', kind: 'deposit', success_rate_24h: null, median_seconds_24h: null },
      { name: 'sandbox', kind: 'payout', success_rate_24h: null, median_seconds_24h: null },
    ]);
    expect(first!['median_seconds_24h']).toBeLessThan(60);

    const soldBy = async (which: number) => {
      const { items, items_alone: alone } = (await shown())[which]!;
      return [Number(items), Number(alone)] as const;
    };
    const [[ofSandbox, aloneAtSandbox], [ofOther, aloneAtOther]] = [await soldBy(0), await soldBy(1)];
    expect([ofSandbox, aloneAtSandbox, ofOther].every((count) => count > 0)).toBe(true);
    expect(ofSandbox - aloneAtSandbox).toBe(ofOther - aloneAtOther);
    const off = { name: 'sandbox', kind: 'biller', status: 'off', reason: 'Their maintenance' };
    expect((await update('control_provider_update', off)).body.REQUEST.STATUS).toBe('OK');
    expect((await shown()).map(({ status }) => status)).toEqual(['off', 'in use', 'in use', 'in use']);
    expect((await shown()).map(({ reason }) => reason)).toEqual(['Their maintenance', '', '', '']);
    expect([await soldBy(0), await soldBy(1)]).toEqual([
      [0, 0],
      [ofOther, ofOther],
    ]);
    expect(await bought()).toBe('other');
    const deposit = async () => {
      const order = { as: buyer, body: { amount: 1_000 } };
      return (await shop.service.client.post('user_deposit_order_create', order)).body.REQUEST.STATUS;
    };
    expect(await deposit()).toBe('OK');
    await update('control_provider_update', { ...off, kind: 'deposit' });
    expect([await deposit(), (await shown()).map(({ status }) => status)]).toEqual([
      'FAILED',
      ['off', 'in use', 'off', 'in use'],
    ]);
    await update('control_provider_update', { ...off, kind: 'deposit', status: 'on' });

    const health = shop.service.app.get(ProviderHealth);
    for (let failure = 1; failure <= 5; failure++) await health.failed('other');
    const before = await shop.balance(buyer);
    expect([await bought(), await shop.balance(buyer)]).toEqual(['service_unavailable', before]);
    expect((await shown())[1]).toMatchObject({ status: 'set aside', since: expect.stringMatching(/^\d{13}$/) });
    await health.succeeded('other');
    await update('control_provider_update', { ...off, status: 'on' });
    expect(await bought()).toBe('sandbox');
    const [audit] = await shop.rows<{ changed: string }>(
      "SELECT after_change AS changed FROM staff_audit WHERE subject = 'provider:sandbox' ORDER BY recorded",
    );
    expect(JSON.parse(audit!.changed)).toEqual({ biller: 'off', reason: 'Their maintenance' });
    for (const unknown of [
      { ...off, name: 'nobody' },
      { ...off, name: 'other', kind: 'payout' },
    ])
      expect((await update('control_provider_update', unknown)).body.ERRORS).toMatchObject({ CODE: 404 });

    const { kind: _kind, ...all } = off;
    await update('control_provider_update', all);
    expect((await shown()).map(({ status }) => status)).toEqual(['off', 'in use', 'off', 'off']);
    await update('control_provider_update', { ...all, status: 'on' });
  });
});
