import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityJobs } from '../../../src/contexts/identity/identity.jobs.js';
import { Verifications } from '../../../src/contexts/identity/index.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { provider } from '../analytics/support.js';
import { StaffFixture } from '../staff/staff-fixture.js';

const BIRTH = '1990-04-12';

describe.each(ONE_BACKEND)('verifications that are too old, on %s', (backend) => {
  let staffApp: StaffFixture;
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend, { IDENTITY_REVALIDATION_DAYS: '365' });
  });
  afterAll(() => staffApp.close());

  /** Without a session, which does not last for so long. */
  const submit = async ({ userid: userId }: TestUser, type: 'bvn' | 'nin', number: string) => {
    const submission = { type, number, birth: BIRTH, hasConsent: true };
    const caller = { userId, ip: '127.0.0.1', sessionId: '', isTest: false, grants: undefined, reference: '' };
    return (await provider(staffApp.service, Verifications).submit(submission, caller)).status;
  };
  const after = async (days: number) => {
    staffApp.clock.time += days * DAY_MS;
    await provider(staffApp.service, IdentityJobs).revalidate();
  };
  const verified = async ({ userid }: TestUser) => {
    const sql = 'SELECT verified_numbers AS numbers, identity_verified AS verified FROM user_account WHERE id = ?';
    const [row] = await staffApp.rows<{ numbers: string; verified: number }>(sql, userid);
    return `${row!.numbers} ${row!.verified}`;
  };
  const notices = async ({ userid }: TestUser) =>
    (await staffApp.rows<{ subject: string }>('SELECT subject FROM notice WHERE user_id = ? ORDER BY recorded', userid)).map(
      ({ subject }) => subject,
    );

  it('are announced a month before, and fall back, but for what was verified again meanwhile', async () => {
    const [ada, obi] = [await staffApp.service.register(), await staffApp.service.register()];
    expect(await submit(ada, 'bvn', '71000009999')).toBe('verified');
    expect(await submit(obi, 'bvn', '72000009999')).toBe('verified');
    await after(20);
    expect(await submit(ada, 'nin', '73000009999')).toBe('verified');
    await after(314);
    expect(await notices(ada)).not.toContain('Verify your BVN again');
    await expect(submit(ada, 'bvn', '71000009999')).rejects.toThrow('verified already');
    await after(1);
    expect([await verified(ada), await verified(obi)]).toEqual(['bvn nin 1', 'bvn 1']);
    expect([await notices(ada), await notices(obi)]).toEqual([
      expect.arrayContaining(['Verify your BVN again']),
      expect.arrayContaining(['Verify your BVN again']),
    ]);
    expect(await submit(obi, 'bvn', '72000009999')).toBe('verified');
    await after(30);
    expect([await verified(ada), await verified(obi)]).toEqual(['nin 1', 'bvn 1']);
    expect((await notices(ada)).filter((subject) => subject.startsWith('Verify'))).toEqual([
      'Verify your BVN again',
      'Verify your NIN again',
    ]);
    expect(await notices(ada)).toContain('Your BVN is not verified any more');
    expect(await notices(obi)).not.toContain('Your BVN is not verified any more');
    // Nobody else gets the number, and its owner may verify it again.
    expect(await submit(await staffApp.service.register({ fsnm: 'Musa' }), 'bvn', '71000009999')).toBe('taken');
    expect(await submit(ada, 'bvn', '71000009999')).toBe('verified');
    expect(await verified(ada)).toBe('bvn nin 1');
    await after(30);
    expect(await verified(ada)).toBe('bvn 1');
  });
});
