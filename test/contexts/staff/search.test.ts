import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/app.js';
import { changeRow } from '../../support/change-row.js';
import { BACKENDS } from '../../support/backend.js';
import { BackOfficeFixture, DELIVERED, type Wire } from './back-office-fixture.js';
import { failed, type Staff } from './staff-fixture.js';

const KINDS: Readonly<Record<string, string>> = {
  user: 'userControl.getDataList',
  purchase: 'userControl.transaction',
  deposit: 'userControl.transaction',
  suspense: 'userControl.transaction',
  transfer: 'userControl.transaction',
  ticket: 'helpControl.getDataList',
  system_log: 'otherControl.otherAccess',
  proposal: 'otherControl.paymtMethod',
  webhook: 'otherControl.paymentHook',
};

describe.each(BACKENDS)('search over everything on %s', (backend) => {
  let office: BackOfficeFixture;
  let ada: TestUser;
  /** An id or number of a record of each kind. */
  const names: Record<string, string> = {};
  const markers: Record<string, string> = {};

  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend);
    ada = await office.staff.service.register({ fsnm: 'Adaeze', lsnm: 'Nwosu-Bello' });
    const ben = await office.customer(10_000);
    const [user] = await office.rows<{ name: string }>('SELECT reference_id AS name FROM user_account WHERE id = ?', ada.userid);
    names['user'] = user!.name.toLowerCase();
    markers['user'] = ada.userid;
    markers['purchase'] = await office.buy(ben, { ...DELIVERED, providerReference: 'theirs-77' }, '08035559999');
    names['purchase'] = 'theirs-77';
    const order = await office.must(office.post('user_deposit_order_create', ben, { amount: 700 }));
    [markers['deposit'], names['deposit']] = [order['marker'] as string, order['accountNumber'] as string];
    names['suspense'] = await office.receive({ accountNumber: '9900000077', amount: 900, payerName: 'Ibrahim Usman' });
    markers['suspense'] = (await office.suspense(names['suspense']))['marker'] as string;
    await office.must(office.post('user_transfer_create', ben, { email: ada.email, amount: 100, messge: 'Rent of December' }));
    const [transfer] = await office.rows<{ id: string }>('SELECT id FROM transfer');
    names['transfer'] = markers['transfer'] = transfer!.id;
    const ticket = { subject: 'Where is my token?', message: 'I paid', category: 'payment' };
    const opened = await office.must(office.post('support_ticket_create', ben, ticket));
    [markers['ticket'], names['ticket']] = [opened['ticket_id'] as string, (opened['reference_number'] as string).toLowerCase()];
    const assign = { reqv: markers['suspense'], emal: ben.email, reason: 'Receipt seen' };
    const { MKID } = await office.must(office.post('control_suspense_assign', office.clerk, assign));
    names['proposal'] = markers['proposal'] = MKID as string;
    const [log] = await office.rows<{ id: string }>('SELECT id FROM system_log');
    names['system_log'] = markers['system_log'] = log!.id;
    const [webhook] = await office.rows<{ id: string }>('SELECT id FROM webhook');
    names['webhook'] = markers['webhook'] = webhook!.id;
  });
  afterAll(() => office.close());

  const search = (as: Staff, rqvl: string) => office.get('control_search', as, { rqvl });
  const find = async (as: Staff, rqvl: string) => (await office.must(search(as, rqvl))) as Wire[];
  const hitsOf = async (as: Staff, rqvl: string) => (await find(as, rqvl)).map(({ kind, marker }) => [kind, marker]);

  it('finds names however their hooked letters and apostrophes are typed', async () => {
    const { userid } = await office.staff.service.register({ fsnm: 'Ɗanjuma', lsnm: 'O’Ƙeil' });
    const allowed = await office.staff.hire('userControl.getDataList');
    for (const typed of ['danjuma', 'ɗanjuma', 'Danj', "o'keil", 'oʼƙeil', 'O’Keil', 'okeil', "Danjuma O'ke"])
      expect(await hitsOf(allowed, typed)).toContainEqual(['user', userid]);
  });

  it.each(Object.entries(KINDS))('finds a %s by its number for those who may fetch it', async (kind, permission) => {
    const allowed = await office.staff.hire(permission);
    expect(await hitsOf(allowed, names[kind]!)).toContainEqual([kind, markers[kind]]);
    const others = Object.values(KINDS).filter((each) => each !== permission);
    const { status, body } = await search(await office.staff.hire(...others), names[kind]!);
    expect([200, 404]).toContain(status);
    const seen = (body.DATA ?? []) as Wire[];
    expect(seen.map((hit) => hit['kind'] as string)).not.toContain(kind);
  });

  it('finds users by the beginning of a name, two words of it, and whole addresses and numbers only', async () => {
    const clerk = await office.staff.hire('userControl.getDataList');
    const user = ['user', ada.userid];
    for (const text of ['adae', 'ADAEZE', 'nwosu', 'Adaeze Nwo', 'nwosu-bello ada', ada.email.toUpperCase(), ada.userid])
      expect(await hitsOf(clerk, text), text).toContainEqual(user);
    for (const text of ['daeze', 'Adaeze Obi', ada.email.slice(0, -4)])
      expect((await search(clerk, text)).status, text).toBe(404);
  });

  it('finds the purchases of a phone number in any spelling, and a payment by its account', async () => {
    expect(await hitsOf(office.clerk, '+234 803 555 9999')).toContainEqual(['purchase', markers['purchase']]);
    expect(await hitsOf(office.clerk, '9900000077')).toContainEqual(['suspense', markers['suspense']]);
    expect(await hitsOf(office.clerk, markers['suspense']!)).toEqual([
      ['suspense', markers['suspense']],
      ['proposal', markers['proposal']],
    ]);
  });

  it.each([
    ['the payer of money in suspense', 'Ibrahim Usman', 'suspense'],
    ['the amount of a payment with its day', '900 today', 'suspense'],
    ['the subject of a ticket', 'my token', 'ticket'],
    ['the note of a transfer', 'rent december', 'transfer'],
  ] as const)('finds by %s', async (_, text, kind) => {
    const everybody = await office.staff.hire(...Object.values(KINDS));
    expect(await hitsOf(everybody, text)).toContainEqual([kind, markers[kind]]);
  });

  it('finds a user by a misspelled name where nothing has that name, and by the beginning of a phone number', async () => {
    const clerk = await office.staff.hire('userControl.getDataList');
    const user = ['user', ada.userid];
    expect(await hitsOf(clerk, 'Adaezee')).toContainEqual(user);
    expect(await hitsOf(clerk, 'adaeze nwosu-belo')).toContainEqual(user);
    expect((await search(clerk, 'Adxezxx')).status).toBe(404);
    await changeRow(office.staff.service.app, 'user_account', ada.userid, { phone_number: '+2348091234567' });
    expect(await hitsOf(clerk, '0809123')).toContainEqual(user);
    for (const part of ['08091', '080912345', '0809124']) expect((await search(clerk, part)).status, part).toBe(404);
  });

  it('shows what each record is and whose, and addresses to those who may see them', async () => {
    const [shown] = await find(await office.staff.hire('userControl.getDataList', 'userControl.showEmailAd'), ada.userid);
    expect(shown).toEqual({
      kind: 'user',
      marker: ada.userid,
      title: 'Adaeze Nwosu-Bello',
      detail: ada.email,
      status: 'active',
      userid: ada.userid,
      recorded: expect.stringMatching(/^\d{13}$/) as string,
    });
    const [masked] = await find(await office.staff.hire('userControl.getDataList'), ada.userid);
    expect(masked!['detail']).toBe('p***@e***.com');
    const [purchase] = await find(office.clerk, 'theirs-77');
    expect(purchase).toMatchObject({ title: expect.stringContaining('500.00 Naira') as string, status: 'completed' });
  });

  it('is recorded with what was asked for', async () => {
    await find(office.clerk, 'theirs-77');
    const reads = await office.rows<{ parameters: string }>(
      "SELECT parameters FROM staff_read WHERE subject = 'search' AND staff_id = ?",
      office.clerk.userid,
    );
    expect(reads.map(({ parameters }) => JSON.parse(parameters) as object)).toContainEqual({ rqvl: 'theirs-77' });
  });

  it('wants two characters', async () => {
    expect(failed(await search(office.clerk, 'a'))).toMatchObject({ code: 400, id: 'rqvl_invalid' });
  });
});
