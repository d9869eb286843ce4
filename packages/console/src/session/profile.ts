import { createContext, use } from 'react';
import type { Data } from '@harmattan/client';

export type Profile = Data<'control_staff_profile_get'>;

const GROUPS = ['staffControl', 'StatsControl', 'userControl', 'offerControl', 'helpControl', 'otherControl'] as const;

/** A permission under its wire name, such as `userControl.getDataList`. */
export type Grant = `${(typeof GROUPS)[number]}.${string}`;

export const ProfileContext = createContext<Profile | undefined>(undefined);

/** The profile of who is signed in; only below the shell, which waits for it. */
export function useProfile(): Profile {
  const profile = use(ProfileContext);
  if (!profile) throw new Error('No profile above this component');
  return profile;
}

/** Super administrators hold every permission. */
export function holds(profile: Profile, grant: Grant | undefined): boolean {
  if (grant === undefined || profile.staffControl['superadminx'] === 'YES') return true;
  const [group, name] = grant.split('.') as [(typeof GROUPS)[number], string];
  return profile[group][name] === 'YES';
}

/** Whether who is signed in may do what needs the permission. The service decides; this only spares a refusal. */
export function useMay(grant: Grant | undefined): boolean {
  return holds(useProfile(), grant);
}
