import { randomBytes } from 'node:crypto';
import { Sessions } from '../../src/contexts/sign-in/index.js';
import { drawSeed, secretOf } from '../../src/contexts/sign-in/sessions.js';
import { newId } from '../../src/kernel/ids.js';
import type { TestApp, TestUser } from './app.js';

/** A new user with a staff session of these grants, without invitation and second factor. */
export async function signInStaff(service: TestApp, ...grants: string[]): Promise<TestUser> {
  return beginStaffSession(service.app, await service.register(), ...grants);
}

export async function beginStaffSession(app: TestApp['app'], user: TestUser, ...grants: string[]): Promise<TestUser> {
  const session = {
    id: newId(),
    userId: user.userid,
    publicKey: randomBytes(24).toString('base64url'),
    seed: drawSeed(),
    ip: '127.0.0.1',
    device: { type: 'Web', serial: `staff-${user.userid}`, name: '' },
    // Longer than tests move the clock.
    expires: Date.now() + 30 * 86_400_000,
    grants,
  };
  await app.get(Sessions, { strict: false }).begin(session);
  return { ...user, marker: session.id, pbcKey: session.publicKey, secret: secretOf(session.seed, 0) };
}
