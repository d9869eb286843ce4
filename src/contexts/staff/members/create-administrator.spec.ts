import { describe, expect, it } from 'vitest';
import { Failure } from '../../../kernel/failure.js';
import { type StaffProfile, StaffInvitations, type StaffSecrets } from './profiles.js';
import { CreateAdministrator } from './create-administrator.js';
import { TwoFactor } from './second-factors.js';
import { ManualClock } from '../../../../test/support/clocks.js';

class FakeProfiles extends StaffInvitations {
  readonly kept = new Map<string, { profile: StaffProfile; secrets: StaffSecrets }>();

  findByEmail(email: string): Promise<StaffProfile | undefined> {
    return Promise.resolve(this.kept.get(email)?.profile);
  }
  add(profile: StaffProfile, secrets: StaffSecrets): Promise<void> {
    this.kept.set(profile.email, { profile, secrets });
    return Promise.resolve();
  }
  replaceInvitation(profile: StaffProfile, secrets: StaffSecrets): Promise<boolean> {
    if (this.kept.get(profile.email)?.profile.status !== 'invited') return Promise.resolve(false);
    this.kept.set(profile.email, { profile, secrets });
    return Promise.resolve(true);
  }
}

class FakeTwoFactor extends TwoFactor {
  private drawn = 0;
  drawSecret(): string {
    return `SECRET${++this.drawn}`;
  }
  link(secret: string, account: string): string {
    return `otpauth://${account}/${secret}`;
  }
  stepOf(): undefined {
    return undefined;
  }
}

function setUp() {
  const profiles = new FakeProfiles();
  return {
    profiles,
    createAdministrator: new CreateAdministrator(profiles, new FakeTwoFactor(), new ManualClock(1_790_000_000_000)),
  };
}

describe('CreateAdministrator', () => {
  it('invites an administrator with every permission for seven days', async () => {
    const { profiles, createAdministrator } = setUp();
    const made = await createAdministrator.execute({ email: ' Boss@Example.com ', firstName: 'Ṣọlá' });
    expect(made.profile).toMatchObject({ email: 'boss@example.com', firstName: 'Ṣọlá', lastName: '', status: 'invited' });
    expect(made.profile.grants).toEqual(expect.arrayContaining(['staffControl.superadminx', 'userControl.allowModify']));
    expect(made.profile.agentName).toMatch(/^sola-\d{6}$/);
    expect(made.invitation.expires).toBe(1_790_000_000_000 + 7 * 24 * 3_600_000);
    expect(made.invitation.registrationId).toMatch(/^[\w-]{43}$/);
    expect(made.totpLink).toBe('otpauth://boss@example.com/SECRET1');
    expect(profiles.kept.get('boss@example.com')?.secrets.invitation).toEqual(made.invitation);
  });

  it('replaces the secrets of an unregistered administrator and keeps the profile', async () => {
    const { profiles, createAdministrator } = setUp();
    const first = await createAdministrator.execute({ email: 'boss@example.com' });
    const second = await createAdministrator.execute({ email: 'boss@example.com' });
    expect(second.profile).toEqual(first.profile);
    expect(second.invitation.registrationId).not.toBe(first.invitation.registrationId);
    expect(profiles.kept.get('boss@example.com')?.secrets).toEqual({ invitation: second.invitation, totpSecret: 'SECRET2' });
  });

  it('refuses a registered administrator', async () => {
    const { profiles, createAdministrator } = setUp();
    const { profile, ...secrets } = await createAdministrator.execute({ email: 'boss@example.com' });
    await profiles.add({ ...profile, status: 'active' }, secrets);
    await expect(createAdministrator.execute({ email: 'boss@example.com' })).rejects.toThrow('has registered already');
  });

  it.each(['boss', '@', 'a b@c.de', 'bo\u200bss@example.com', 'bоss@example.com', `${'x'.repeat(250)}@example.com`])(
    'refuses the address %j',
    async (email) => {
      await expect(setUp().createAdministrator.execute({ email })).rejects.toThrow(Failure);
    },
  );
});
