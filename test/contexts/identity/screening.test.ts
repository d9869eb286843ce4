import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WatchmanSimulator } from '../../../packages/simulators/watchman/watchman-simulator.js';
import { PersonalData } from '../../../src/contexts/accounts/personal-data.js';
import { IdentityJobs } from '../../../src/contexts/identity/identity.jobs.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { until } from '../../support/until.js';
import { provider } from '../analytics/support.js';
import { failed, type Staff, StaffFixture } from '../staff/staff-fixture.js';
import { verifyNumber } from './verify-number.js';

type Wire = Record<string, unknown>;

describe.each(ONE_BACKEND)('screening on %s', (backend) => {
  let lists: WatchmanSimulator;
  let staffApp: StaffFixture;
  const clerks: Staff[] = [];
  beforeAll(async () => {
    lists = await WatchmanSimulator.start();
    lists.entries.push({ name: 'BAKO Musa', sourceList: 'un_csl', sourceID: 'NGi.001' });
    staffApp = await StaffFixture.open(backend, { SCREENING_URL: lists.url });
    for (let each = 0; each < 3; each++) clerks.push(await staffApp.hire('userControl.viewDetails', 'userControl.allowModify'));
  });
  afterAll(async () => {
    await staffApp.close();
    await lists.stop();
  });

  const now = () => Math.floor(staffApp.clock.now() / 1000);
  const verified = async (fsnm: string, lsnm: string) => {
    const user = await staffApp.service.register({ fsnm, lsnm });
    await verifyNumber(staffApp.service.client, user, 'bvn', now());
    return user;
  };
  const screen = () => provider(staffApp.service, IdentityJobs).screen();
  const casesOf = async ({ userid }: TestUser) => {
    const { body } = await staffApp.get('control_identity_fetch', clerks[0]!, { rqtp: 'user', rqvl: userid });
    return (body.DATA.result as Wire[]).filter(({ type }) => type === 'sanction');
  };
  const decide = (by: Staff, reqv: unknown, decision: 'accept' | 'reject') =>
    staffApp.post('control_identity_decide', by, {
      reqv,
      decision,
      reason: `We ${decision}`,
      pinc: staffApp.code(by.totpSecret),
    });

  it('begins once somebody is verified, and tells staff alone', async () => {
    const [musa, ada] = [await verified('Musa', 'Bako'), await verified('Ada', 'Obi')];
    await until(async () => (await casesOf(musa)).length === 1);
    await screen();
    expect(await casesOf(ada)).toEqual([]);
    const [hit] = await casesOf(musa);
    expect(hit).toMatchObject({ status: 'review', name_given: 'Musa Bako', score: 94, first_by: '' });
    expect(hit!['hits']).toEqual([{ name: 'BAKO Musa', list: 'un_csl', entry: 'NGi.001', score: 94 }]);
    const queue = await staffApp.get('control_work_queue', clerks[0]!);
    expect(JSON.stringify(queue.body.DATA)).toContain(hit!['marker']);
    const own = await staffApp.get('user_identity_fetch', musa);
    const notices = await staffApp.rows<object>('SELECT * FROM notice WHERE user_id = ?', musa.userid);
    const exported: object[] = [];
    const part = provider(staffApp.service, PersonalData).parts.find(({ name }) => name === 'identity')!;
    for await (const row of part.rows(musa.userid)) exported.push(row);
    expect(exported).toHaveLength(1);
    expect(JSON.stringify([own.body, notices, exported])).not.toMatch(/sanction|un_csl|BAKO/);
    expect((await staffApp.get('user_profile_get_info', musa)).body.DATA).toMatchObject({ identVerify: 'verified' });
  });

  it('is decided by two, and a cleared customer is not asked about again for the same entry', async () => {
    const musa = await verified('Musa', 'Bako');
    await screen();
    const marker = (await casesOf(musa))[0]!['marker'];
    const [one, two, three] = clerks as [Staff, Staff, Staff];
    expect((await decide(one, marker, 'accept')).body.DATA).toMatchObject({ status: 'review' });
    staffApp.clock.time += 60_000;
    expect(failed(await decide(one, marker, 'accept'))).toMatchObject({ status: 403, id: 'own_decision' });
    expect((await decide(two, marker, 'reject')).body.DATA).toMatchObject({ status: 'review' });
    expect((await casesOf(musa))[0]).toMatchObject({ first_by: two.userid, first_decision: 'reject', first_reason: 'We reject' });
    expect((await decide(three, marker, 'accept')).body.DATA).toMatchObject({ status: 'review' });
    expect((await decide(one, marker, 'accept')).body.DATA).toMatchObject({ status: 'cleared' });
    staffApp.clock.time += 60_000;
    expect(failed(await decide(two, marker, 'reject'))).toMatchObject({ status: 409, id: 'identity_decided' });
    lists.entries.push({ name: 'Chidi Eze', sourceList: 'ng_nigsac', sourceID: '7' });
    await screen();
    expect(await casesOf(musa)).toHaveLength(1);
    expect((await staffApp.get('user_wallet_get_info', musa)).body.DATA).toMatchObject({ blocked: 0 });
    lists.entries.push({ name: 'Musa Bako', sourceList: 'ng_nigsac', sourceID: '8' });
    await screen();
    expect(await casesOf(musa)).toMatchObject([{ status: 'review', hits: [{ entry: '8' }] }, { status: 'cleared' }]);
  });

  it('holds the wallet of a customer whom two find on the list', async () => {
    lists.entries.push({ name: 'Sani Abu', sourceList: 'un_csl', sourceID: '3' });
    const sani = await verified('Sani', 'Abu');
    await screen();
    const marker = (await casesOf(sani))[0]!['marker'];
    staffApp.clock.time += 60_000;
    await decide(clerks[0]!, marker, 'reject');
    expect((await decide(clerks[1]!, marker, 'reject')).body.DATA).toMatchObject({ status: 'rejected' });
    const details = await staffApp.get('control_user_data_details', clerks[0]!, { uxid: sani.userid });
    expect(JSON.stringify(details.body)).toContain(`"marker":"${String(marker)}"`);
    const blocks = await staffApp.rows<object>('SELECT * FROM ledger_block WHERE account_id = ?', sani.userid);
    expect(blocks).toHaveLength(1);
  });

  it('is made again for a new name and for new lists, and goes on where the lists did not answer', async () => {
    lists.isDown = true;
    const bola = await verified('Bola', 'Ige');
    await expect(screen()).rejects.toThrow('Watchman answered HTTP 500');
    lists.entries.push({ name: 'Bola Ige', sourceList: 'us_ofac', sourceID: '11', birth: '1990-04-12' });
    lists.isDown = false;
    await screen();
    expect(await casesOf(bola)).toMatchObject([{ hits: [{ entry: '11', score: 99 }] }]);
    const ada = await verified('Ada', 'Eze');
    await screen();
    expect(await casesOf(ada)).toEqual([]);
    await staffApp.post('user_profile_update', ada, { fNme: 'Chidi' });
    const { body } = await staffApp.get('control_identity_fetch', clerks[0]!, { rqtp: 'user', rqvl: ada.userid });
    const named = (body.DATA.result as Wire[]).find(({ type }) => type === 'name')!;
    staffApp.clock.time += 60_000;
    expect((await decide(clerks[0]!, named['marker'], 'accept')).status).toBe(200);
    await staffApp.service.settled();
    expect(await casesOf(ada)).toMatchObject([{ name_given: 'Chidi Eze', hits: [{ entry: '7' }] }]);
  });
});
