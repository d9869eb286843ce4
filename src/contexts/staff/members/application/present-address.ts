import type { Users } from '../../../sign-in/index.js';
import type { StaffProfile } from '../domain/staff-profile.js';

/** Of the account, which may have changed since the invitation; the one of the invitation where there is no account yet. */
export async function presentAddress(users: Users, { userId, email }: StaffProfile): Promise<string> {
  const account = userId === undefined ? undefined : await users.find(userId);
  return account?.email ?? email;
}
