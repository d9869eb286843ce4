import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Catalogue } from '../../../src/contexts/catalogue/catalogue.js';
import { createApp } from '../../../src/create-app.js';
import { naira } from '../../../src/kernel/money.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { TestClient } from '../../support/client.js';
import { signInStaff } from '../../support/staff.js';
import { AIRTIME, customerEnding, Shop } from '../purchases/support.js';

const VTU = 'mtn-airtime-vtu';
const PIN = 'mtn-airtime-epin-100';
const GRANTS = ['offerControl.getDataList', 'offerControl.viewDetails', 'offerControl.allowModify'];
/** After which no other process sells by what it had read. */
const HOLDS_AFTER_MS = 2_000;

describe.each(ONE_BACKEND)('what staff switch off on %s', (backend) => {
  let shop: Shop;
  let staff: TestUser;
  let buyer: TestUser;
  let other: NestFastifyApplication | undefined;
  let elsewhere: TestClient;
  beforeAll(async () => {
    shop = await Shop.open(backend);
    elsewhere = shop.service.client;
    // Only one process writes to SQLite.
    if (backend === 'mysql') {
      other = await createApp({ config: shop.service.config });
      await other.listen(0, '127.0.0.1');
      elsewhere = new TestClient(await other.getUrl());
    }
    staff = await signInStaff(shop.service, ...GRANTS);
    buyer = await shop.customer(100_000);
  });
  afterAll(async () => {
    await other?.close();
    await shop.service.close();
  });

  const buyAt = async (client: TestClient, more: object = {}) => {
    const body = { ...AIRTIME, phone: customerEnding('4567'), ...more };
    const answer = await client.post('service_airtime_purchase', { as: buyer, body });
    return answer.status === 200 ? 'sold' : (answer.body.ERRORS as unknown as { ID: string }).ID;
  };
  const buyHere = (more?: object) => buyAt(shop.service.client, more);
  const buyElsewhere = (more?: object) => buyAt(elsewhere, more);
  /** Nothing is asked meanwhile, as in an idle night. */
  const timePasses = () => new Promise((resolve) => setTimeout(resolve, HOLDS_AFTER_MS));
  const update = async (action: string, body: object) =>
    expect((await shop.service.client.post(action, { as: staff, body })).body.REQUEST.STATUS).toBe('OK');

  it('is sold by no process two seconds later, and at once not by the one that was told: a route', async () => {
    const query = { rqtp: 'item', rqvl: VTU };
    const shown = await shop.service.client.get('control_route_fetch', { as: staff, query });
    const reqv = (shown.body.DATA.result as { marker: string }[])[0]!.marker;
    expect([await buyHere(), await buyElsewhere()]).toEqual(['sold', 'sold']);
    await update('control_route_update', { reqv, status: 'off' });
    expect(await buyHere()).toBe('service_unavailable');
    await timePasses();
    expect(await buyElsewhere()).toBe('service_unavailable');
    await update('control_route_update', { reqv, status: 'on' });
    expect(await buyHere()).toBe('sold');
    await timePasses();
    expect(await buyElsewhere()).toBe('sold');
  });

  it('is sold by no process two seconds later, and at once not by the one that was told: a provider', async () => {
    const change = { name: 'sandbox', reason: 'Their maintenance' };
    await update('control_provider_update', { ...change, status: 'off' });
    expect(await buyHere()).toBe('service_unavailable');
    await timePasses();
    expect(await buyElsewhere()).toBe('service_unavailable');
    await update('control_provider_update', { ...change, status: 'on' });
    expect(await buyHere()).toBe('sold');
    await timePasses();
    expect(await buyElsewhere()).toBe('sold');
  });

  it('has its new price at once, and in other processes two seconds later', async () => {
    const pin = { rechargeType: 'epin', itemId: PIN, billerItem: 'x' };
    expect([await buyHere({ ...pin, amount: 100 }), await buyElsewhere({ ...pin, amount: 100 })]).toEqual(['sold', 'sold']);
    await shop.service.app.get(Catalogue).reprice(PIN, { fixed: true, amountKobo: naira(110) });
    expect(await buyHere({ ...pin, amount: 100 })).toBe('amount_mismatch');
    await timePasses();
    expect(await buyElsewhere({ ...pin, amount: 100 })).toBe('amount_mismatch');
  });
});
