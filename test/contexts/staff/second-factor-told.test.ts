import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SecondFactorStore } from '../../../src/contexts/staff/members/index.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { mailsTo } from '../../support/mailbox.js';
import { failed, newAddress, type Staff, StaffFixture } from './staff-fixture.js';

describe.each(ONE_BACKEND)('whose second factor a colleague has on %s', (backend) => {
  let staffApp: StaffFixture;
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend);
  });
  afterAll(() => staffApp.close());

  const ask = (action: string, rqvl: string) => {
    const { admin } = staffApp;
    return staffApp.post(action, admin, { rqvl, pinc: staffApp.code(admin.totpSecret) });
  };
  const notices = ({ userid }: Staff) =>
    staffApp.rows<{ subject: string; message: string }>('SELECT subject, message FROM notice WHERE user_id = ?', userid);
  const mails = async ({ email }: Staff, subject: string) =>
    (await mailsTo(staffApp.service.config.dataDir, email)).filter((mail) => mail.subject === subject);

  it.each([
    ['control_staff_twofa_decrypt', 'Your authenticator key was shown', 'Your authenticator key was shown to a colleague'],
    ['control_staff_twofa_reset', 'Your authenticator key was reset', 'Your authenticator key was reset'],
  ])('is told by %s who it was, by notice and mail to the present address', async (action, noticed, mailed) => {
    const clerk = await staffApp.hire();
    await staffApp.changeProfile(clerk.email, { email: newAddress() });
    expect((await ask(action, clerk.trackingId)).status).toBe(200);
    const told = (await notices(clerk)).filter(({ subject }) => subject === noticed);
    expect(told.map(({ message }) => message)).toEqual([expect.stringContaining('Sola Ade')]);
    await staffApp.service.settled();
    expect(await mails(clerk, mailed)).toHaveLength(1);
    const text = (await mails(clerk, mailed))[0]?.text;
    expect(text).toContain('Sola Ade');
    expect(text).not.toContain(clerk.totpSecret);
  });

  it('is signed in by no code of the old key that was checked while it was reset', async () => {
    const clerk = await staffApp.hire();
    const factors = staffApp.service.app.get(SecondFactorStore, { strict: false });
    const read = factors.get.bind(factors);
    let secret = '';
    vi.spyOn(factors, 'get').mockImplementationOnce(async (profileId) => {
      const factor = await read(profileId);
      const { DATA } = (await ask('control_staff_twofa_reset', clerk.trackingId)).body;
      secret = DATA.twofaSecret as string;
      return factor;
    });
    // The reset moves the clock to the next step.
    expect(failed(await staffApp.login(clerk, staffApp.codeNow(clerk.totpSecret, 1)))).toMatchObject({ id: 'pinc_invalid' });
    expect((await staffApp.login(clerk, staffApp.code(secret))).status).toBe(200);
  });

  it('is not told of what they look at themselves', async () => {
    const { admin } = staffApp;
    const before = (await notices(admin)).length;
    expect((await ask('control_staff_twofa_decrypt', admin.trackingId)).status).toBe(200);
    expect(await notices(admin)).toHaveLength(before);
  });
});
