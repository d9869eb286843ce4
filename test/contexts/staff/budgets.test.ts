import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Budgets } from '../../../src/kernel/budgets.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { failed, newAddress, type Staff, StaffFixture } from './staff-fixture.js';

type Listed = Readonly<Record<string, string | number>>;

describe.each(ONE_BACKEND)('blocks of spent budgets on %s', (backend) => {
  let fixture: StaffFixture;
  let clerk: Staff;
  let reader: Staff;
  let administrator: Staff;
  beforeAll(async () => {
    fixture = await StaffFixture.open(backend, { BUDGETS: '{"recipient_lookups":{"cap":300}}' });
    reader = await fixture.hire('userControl.viewDetails');
    clerk = await fixture.hire('userControl.viewDetails', 'userControl.allowModify');
    administrator = await fixture.hire('userControl.viewDetails', 'userControl.allowModify', 'staffControl.allowModify');
  });
  afterAll(() => fixture.close());

  const budgets = () => fixture.service.app.get(Budgets, { strict: false });
  const fetch = (query: Record<string, string>) => fixture.get('control_budget_fetch', reader, query);
  const listed = async (query: Record<string, string>) =>
    ((await fetch(query)).body.DATA as unknown as { result: Listed[] }).result;
  const lift = (as: Staff, { marker }: Listed, pinc = fixture.code(as.totpSecret)) =>
    fixture.post('control_budget_lift', as, { reqv: String(marker), reason: 'Called from the number on file', pinc });
  const login = (emal: string, pswd: string) =>
    fixture.post('user_profile_login', undefined, { emal, pswd, dvty: 'Web', dsnm: 'new', dvnm: 'A browser' });

  it('are shown while they last, found by the address in clear text, and lifted', async () => {
    const { email, password } = await fixture.service.register({ emal: newAddress() });
    for (let guess = 0; guess < 6; guess++) await login(email, 'Not-the-one-9');
    expect((await login(email, password)).status).toBe(429);
    const blocks = await listed({ rqtp: 'budget', rqvl: 'network_passwords' });
    expect(blocks).toEqual([
      {
        marker: expect.any(String) as string,
        budget: 'network_passwords',
        counts: 'wrong passwords for an e-mail address from one network',
        subject_is: 'address',
        subject: '',
        spent: 5,
        limit: 5,
        effect: 'delay',
        status: 'blocked',
        until: String(fixture.clock.now() + 1_000),
        recorded: String(fixture.clock.now()),
      },
    ]);
    expect(JSON.stringify(await fixture.rows('SELECT * FROM budget_spending'))).not.toContain(email);
    const ofAddress = await listed({ rqtp: 'subject', rqvl: email.toUpperCase() });
    expect(
      ofAddress
        .map(({ budget, status, spent }) => [budget, status, spent])
        .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    ).toEqual([
      ['account_passwords', 'counted', 5],
      ['network_passwords', 'blocked', 5],
    ]);

    expect((await lift(clerk, blocks[0]!)).body.DATA).toEqual({ COMMENT: 'The block is lifted' });
    expect(await fixture.trail(`budget:${String(blocks[0]!.marker)}`)).toMatchObject([
      {
        action: 'control_budget_lift',
        staffId: clerk.userid,
        before: { budget: 'network_passwords', spent: 5 },
        after: { spent: 0, reason: 'Called from the number on file' },
      },
    ]);
    expect((await fetch({ rqtp: 'mk', rqvl: String(blocks[0]!.marker) })).status).toBe(404);
    expect((await login(email, password)).status).toBe(200);
  });

  it('need a permission and a code to be lifted', async () => {
    await budgets().spend('new_device_mails', 'somebody', 3);
    const [block] = await listed({ rqtp: 'subject', rqvl: 'somebody' });
    expect(block).toMatchObject({ subject: 'somebody', status: 'blocked', effect: 'refuse' });
    expect(failed(await lift(reader, block!))).toMatchObject({ status: 403, id: 'lacking_permission' });
    expect(failed(await lift(clerk, block!, '000 000'))).toMatchObject({ status: 400, id: 'pinc_invalid' });
    expect(failed(await lift(clerk, { marker: 'none' }))).toMatchObject({ status: 404 });
    expect(await budgets().left('new_device_mails', 'somebody')).toBe(0);
    expect((await lift(clerk, block!)).status).toBe(200);
    expect(await budgets().left('new_device_mails', 'somebody')).toBe(3);
    expect(await fixture.trail('user:somebody')).toHaveLength(1);
    expect(failed(await lift(clerk, block!))).toMatchObject({ status: 404 });
  });

  it('of staff are lifted by those who administer staff', async () => {
    for (let guess = 0; guess < 6; guess++) await fixture.login(reader, '000000');
    const [block] = await listed({ rqtp: 'budget', rqvl: 'second_factors' });
    expect(block).toMatchObject({ subject_is: 'staff member', spent: 5, status: 'blocked' });
    expect(failed(await lift(clerk, block!))).toMatchObject({ status: 403, id: 'block_of_staff' });
    expect((await lift(administrator, block!)).status).toBe(200);
    expect((await fixture.login(reader, fixture.code(reader.totpSecret))).status).toBe(200);
    const logs = await fixture.rows<{ description: string }>("SELECT description FROM system_log WHERE kind = 'warning'");
    expect(logs.filter(({ description }) => description.includes('second_factors'))).toHaveLength(1);
  });

  it('that are counted in memory are shown from the first refusal on, and lifted there', async () => {
    await budgets().spend('recipient_lookups', 'looking', 300);
    expect((await fetch({ rqtp: 'subject', rqvl: 'looking' })).status).toBe(404);
    for (let time = 0; time < 2; time++) expect(await budgets().trySpend('recipient_lookups', 'looking')).toBe(false);
    const [block, ...others] = await listed({ rqtp: 'subject', rqvl: 'looking' });
    expect(block).toMatchObject({ budget: 'recipient_lookups', subject: 'looking', spent: 300, limit: 300, status: 'blocked' });
    expect(others).toEqual([]);
    expect((await lift(clerk, block!)).status).toBe(200);
    expect(await budgets().left('recipient_lookups', 'looking')).toBe(300);
    expect((await fetch({ rqtp: 'subject', rqvl: 'looking' })).status).toBe(404);
  });

  it('of an amount that never fitted are found and lifted, too', async () => {
    expect(await budgets().trySpend('new_device_mails', 'large', 4)).toBe(false);
    const [block] = await listed({ rqtp: 'subject', rqvl: 'large' });
    expect(block).toMatchObject({ spent: 0, status: 'blocked' });
    expect((await lift(clerk, block!)).status).toBe(200);
    expect((await fetch({ rqtp: 'subject', rqvl: 'large' })).status).toBe(404);
  });

  it('of oneself are for others', async () => {
    await budgets().spend('new_device_mails', clerk.userid, 3);
    const [block] = await listed({ rqtp: 'subject', rqvl: clerk.userid });
    expect(failed(await lift(clerk, block!))).toMatchObject({ status: 403, id: 'own_block' });
    expect((await lift(administrator, block!)).status).toBe(200);
  });

  it('are paged, newest first', async () => {
    for (let number = 0; number < 20; number++) {
      fixture.clock.time += 1;
      await budgets().spend('new_device_mails', `many-${number}`, 3);
    }
    const { DATA } = (await fetch({ rqtp: 'budget', rqvl: 'new_device_mails' })).body as unknown as {
      DATA: { result: Listed[]; pagination: string };
    };
    expect(DATA.result.map(({ subject }) => subject)).toEqual(Array.from({ length: 15 }, (_, number) => `many-${19 - number}`));
    const rest = await listed({ rqtp: 'budget', rqvl: 'new_device_mails', page: DATA.pagination });
    expect(rest.map(({ subject }) => subject)).toEqual(Array.from({ length: 5 }, (_, number) => `many-${4 - number}`));
    expect((await fetch({ rqtp: 'budget', rqvl: 'none' })).status).toBe(404);
  });
});
