import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ONE_BACKEND } from '../../support/backend.js';
import { BackOfficeFixture, UNDECIDED, type Wire } from './back-office-fixture.js';
import type { Staff } from './staff-fixture.js';

describe.each(ONE_BACKEND)('names behind ids on %s', (backend) => {
  let office: BackOfficeFixture;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend);
  });
  afterAll(() => office.close());

  const names = async (as: Staff, ...references: string[]) =>
    (await office.must(office.get('control_name_fetch', as, { rqvl: references.join(',') }))) as Wire[];

  it('are those of records of several kinds at once, as far as permissions go', async () => {
    const buyer = await office.customer(5_000);
    const purchase = await office.buy(buyer, UNDECIDED);
    const order = await office.must(office.post('user_deposit_order_create', buyer, { amount: 20_000 }));
    const deposit = order['marker'] as string;
    const asked = [`user:${buyer.userid}`, `staff:${office.clerk.userid}`, `purchase:${purchase}`, `deposit:${deposit}`];
    const { title: name } = (
      (await office.must(office.get('control_search', office.staff.admin, { rqvl: buyer.userid }))) as Wire[]
    )[0]!;

    expect(await names(office.staff.admin, ...asked)).toMatchObject([
      { kind: 'user', marker: buyer.userid, name, status: 'active' },
      { kind: 'staff', marker: office.clerk.userid, status: 'active' },
      { kind: 'purchase', marker: purchase, status: 'pending' },
      { kind: 'deposit', marker: deposit, name: 'Deposit of 20,000.00 Naira' },
    ]);
    const [given, family] = (name as string).split(' ') as [string, string];
    const seen = await names(await office.staff.hire(), ...asked);
    expect(seen).toMatchObject([
      { kind: 'user', marker: buyer.userid, name: `${given} ${family[0]}.`, status: '' },
      { kind: 'staff', marker: office.clerk.userid, status: '' },
    ]);
  });

  it('of what is sold are known to everybody', async () => {
    const clerk = await office.staff.hire();
    const { result } = await office.must(office.get('control_route_fetch', office.staff.admin, { rqtp: 'all' }));
    const { itemId, item } = (result as Wire[])[0]!;
    expect(await names(clerk, `item:${itemId}`)).toMatchObject([{ kind: 'item', marker: itemId, name: item }]);
  });

  it('are not given for what there is not, and more than a hundred or other kinds are refused', async () => {
    expect(await names(office.staff.admin, 'purchase:nothing', 'reconciliation:sandbox:2026-01-01')).toEqual([]);
    const many = Array.from({ length: 101 }, (_, place) => `user:${place}`).join(',');
    for (const rqvl of [many, 'wallet:1', 'user', 'user:1,,user:2']) {
      const { status, body } = await office.get('control_name_fetch', office.staff.admin, { rqvl });
      expect([status, body.ERRORS.ID]).toEqual([400, 'rqvl_invalid']);
    }
  });
});
