import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { failed, newAddress, permissions, type Staff, StaffFixture } from './staff-fixture.js';

const PROPOSES = 'otherControl.paymtMethod';
const DECIDES = 'otherControl.fiatCurency';
const SUPER = 'staffControl.superadminx';
const VIEWS = 'userControl.viewDetails';

describe.each(ONE_BACKEND)('permissions for money on %s', (backend) => {
  let staffApp: StaffFixture;
  let deputy: Staff;
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend);
    deputy = await staffApp.administrator('Dele', 'Ojo');
    await staffApp.hire();
  });
  afterAll(() => staffApp.close());

  const must = async (answering: Promise<Answer>) => {
    const { body } = await answering;
    expect(body.REQUEST.STATUS, JSON.stringify(body)).toBe('OK');
    return body.DATA as Record<string, string>;
  };
  const update = (as: Staff, { trackingId: requxid }: Staff, ...grants: string[]) =>
    must(staffApp.post('control_staff_profile_update', as, { requxid, ...permissions(...grants) }));
  const decide = (reqv: string, by: Staff, decision = 'approve') =>
    staffApp.post('control_proposal_decide', by, { reqv, decision, pinc: staffApp.code(by.totpSecret) });
  const held = async (as: Staff) => {
    const { body } = await staffApp.get('control_staff_profile_get', as);
    const { otherControl, userControl, staffControl } = body.DATA as Record<string, Record<string, string>>;
    const all = { ...otherControl, ...userControl, ...staffControl };
    return Object.keys(all).filter((name) => all[name] === 'YES');
  };
  const proposal = async (rqvl: string) =>
    (await staffApp.get('control_proposal_fetch', staffApp.admin, { rqtp: 'mk', rqvl })).body.DATA.result[0] as object;

  it('of an invitation are given once another member has approved them; the others are there at once', async () => {
    const email = newAddress();
    const { MKID, COMMENT } = await must(staffApp.create(staffApp.admin, email, permissions(VIEWS, PROPOSES, DECIDES)));
    expect(COMMENT).toMatch(/wait for the approval of another member of staff$/);
    const clerk = await staffApp.register(email, await staffApp.invitationTo(email));
    expect(await held(clerk)).toEqual(['viewDetails']);
    expect((await staffApp.get('control_proposal_fetch', clerk, { rqtp: 'all' })).status).toBe(403);
    expect(await proposal(MKID!)).toMatchObject({
      kind: 'staff_grants',
      subject: `staff:${clerk.trackingId}`,
      permissions: [PROPOSES, DECIDES],
      status: 'proposed',
      proposed_by: staffApp.admin.userid,
    });
    expect(failed(await decide(MKID!, staffApp.admin))).toMatchObject({ status: 403, id: 'own_proposal' });
    expect(await must(decide(MKID!, deputy))).toMatchObject({ status: 'executed' });
    await staffApp.untilGiven(MKID!);
    expect(await held(clerk)).toEqual(['paymtMethod', 'fiatCurency', 'viewDetails']);
    expect((await staffApp.get('control_proposal_fetch', clerk, { rqtp: 'all' })).status).toBe(200);
    const trail = (await staffApp.trail(`staff:${clerk.trackingId}`)).map(({ action, staffId }) => [action, staffId]);
    expect(trail).toEqual([
      ['control_staff_profile_create', staffApp.admin.userid],
      ['control_proposal_decide', deputy.userid],
    ]);
  });

  it('wait where they are added later, while others change and any are taken at once', async () => {
    const clerk = await staffApp.hire(VIEWS, PROPOSES);
    const { MKID } = await update(staffApp.admin, clerk, DECIDES, 'userControl.viewHistory');
    expect(await held(clerk)).toEqual(['viewHistory']);
    const { MKID: later } = await update(staffApp.admin, clerk, DECIDES);
    expect(await proposal(MKID!)).toMatchObject({ status: 'void' });
    expect(failed(await decide(MKID!, deputy))).toMatchObject({ id: 'proposal_closed' });
    expect(await must(decide(later!, deputy, 'reject'))).toMatchObject({ status: 'rejected' });
    expect(await update(staffApp.admin, clerk, VIEWS)).toMatchObject({ MKID: '' });
    expect(await held(clerk)).toEqual(['viewDetails']);
  });

  it('are void where the member was disabled, and wait again where they come back', async () => {
    const clerk = await staffApp.hire();
    const { MKID } = await update(staffApp.admin, clerk, PROPOSES);
    await must(staffApp.get('control_staff_profile_disable', staffApp.admin, { rquxid: clerk.trackingId }));
    expect(await must(decide(MKID!, deputy))).toMatchObject({ status: 'void' });
    const back = await staffApp.hire(VIEWS, PROPOSES);
    await must(staffApp.get('control_staff_profile_disable', staffApp.admin, { rquxid: back.trackingId }));
    const enabled = await must(staffApp.post('control_staff_profile_enable', staffApp.admin, { rquxid: back.trackingId }));
    expect(await proposal(enabled['MKID']!)).toMatchObject({ permissions: [PROPOSES], status: 'proposed' });
  });

  it('are approved by who could give them, and not by who gets them', async () => {
    const [clerk, approver] = [await staffApp.hire(), await staffApp.hire(PROPOSES, DECIDES)];
    const { MKID } = await update(staffApp.admin, clerk, PROPOSES);
    expect(failed(await decide(MKID!, approver))).toMatchObject({ status: 403, id: 'beyond_own_grants' });
    const { MKID: own } = await update(staffApp.admin, approver, PROPOSES, DECIDES, SUPER);
    expect(failed(await decide(own!, approver))).toMatchObject({ status: 400, id: 'own_grants' });
  });
});

describe('permissions for money where there are fewer than three members', () => {
  let staffApp: StaffFixture;
  beforeAll(async () => {
    staffApp = await StaffFixture.open('sqlite');
  });
  afterAll(() => staffApp.close());

  const invite = async (as: Staff, ...grants: string[]) => {
    const email = newAddress();
    const { body } = await staffApp.create(as, email, permissions(...grants));
    return { email, waits: (body.DATA.MKID as string) !== '' };
  };

  it('are given by a super administrator alone, by others never; and disabling somebody does not make them fewer', async () => {
    const first = await invite(staffApp.admin, 'staffControl.allowCreate', PROPOSES, DECIDES);
    expect(first.waits).toBe(false);
    const manager = await staffApp.register(first.email, await staffApp.invitationTo(first.email));
    expect((await invite(manager, PROPOSES)).waits).toBe(true);
    expect((await invite(staffApp.admin, PROPOSES)).waits).toBe(false);
    const third = await staffApp.hire();
    expect((await invite(staffApp.admin, PROPOSES)).waits).toBe(true);
    await staffApp.get('control_staff_profile_disable', staffApp.admin, { rquxid: third.trackingId });
    expect((await invite(staffApp.admin, PROPOSES)).waits).toBe(true);
  });
});
