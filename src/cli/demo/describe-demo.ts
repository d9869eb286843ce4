import { Users } from '../../contexts/sign-in/index.js';
import { SecondFactorStore, StaffProfiles } from '../../contexts/staff/members/index.js';
import { Wallets } from '../../ledger/index.js';
import { type Kobo, ZERO_KOBO } from '../../kernel/money.js';
import { Database } from '../../platform/database/database.js';
import type { ServiceContext } from '../service-context.js';
import { PEOPLE_DOMAIN } from './demo-people.js';
import { DEMO_USERS, OTHER_USERS } from './demo-schedule.js';
import { addressOf, codeOf, STAFF_ROLES, type StaffRole } from './demo-staff.js';

interface DescribedUser {
  readonly email: string;
  readonly userId: string;
  readonly referenceId: string;
  readonly status: string;
  readonly balanceKobo: Kobo;
}

interface DescribedStaff {
  readonly role: StaffRole;
  readonly email: string;
  readonly totpSecret: string;
  /** The present one of the authenticator app. */
  readonly code: string;
}

export interface Demonstration {
  readonly users: readonly DescribedUser[];
  /** Number of other people. */
  readonly people: number;
  readonly staff: readonly DescribedStaff[];
}

export async function describeDemo(context: ServiceContext): Promise<Demonstration> {
  const users: DescribedUser[] = [];
  for (const { email } of [...DEMO_USERS, ...OTHER_USERS]) {
    const user = await (await context.get(Users)).findByEmail(email);
    if (!user) continue;
    const { id: userId, referenceId, status } = user;
    const balanceKobo = (await (await context.get(Wallets)).balanceOf(userId)) ?? ZERO_KOBO;
    users.push({ email, userId, referenceId, status, balanceKobo });
  }
  const staff: DescribedStaff[] = [];
  for (const role of STAFF_ROLES) {
    const profile = await (await context.get(StaffProfiles)).findByEmail(addressOf(role));
    if (!profile) continue;
    const { secret } = await (await context.get(SecondFactorStore)).get(profile.id);
    staff.push({ role, email: profile.email, totpSecret: secret, code: codeOf(secret, Date.now()) });
  }
  const [found] = await (
    await context.get(Database)
  ).rows<{ count: number | string }>('SELECT COUNT(*) AS count FROM user_account WHERE email LIKE ?', [`%@${PEOPLE_DOMAIN}`]);
  return { users, people: Number(found!.count), staff };
}
