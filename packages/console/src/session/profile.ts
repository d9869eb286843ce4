import { createContext, use } from 'react';
import type { Data } from '@harmattan/client';

export type Profile = Data<'control_staff_profile_get'>;

export const GRANT_GROUP_NAMES = [
  'staffControl',
  'StatsControl',
  'userControl',
  'offerControl',
  'helpControl',
  'otherControl',
] as const;

/** A permission under its wire name, such as `userControl.getDataList`. */
export type Grant = `${(typeof GRANT_GROUP_NAMES)[number]}.${string}`;

/** A permission, or several of which one is enough. */
export type Needs = Grant | readonly Grant[];

export const ProfileContext = createContext<Profile | undefined>(undefined);

/** The profile of who is signed in; only below the shell, which waits for it. */
export function useProfile(): Profile {
  const profile = use(ProfileContext);
  if (!profile) throw new Error('No profile above this component');
  return profile;
}

/** Super administrators hold every permission. */
export function holds(profile: Profile, needs: Needs | undefined): boolean {
  if (needs === undefined || profile.staffControl['superadminx'] === 'YES') return true;
  return [needs].flat().some((grant) => isGranted(profile, grant));
}

function isGranted(profile: Profile, grant: Grant): boolean {
  const [group, name] = grant.split('.') as [(typeof GRANT_GROUP_NAMES)[number], string];
  return profile[group][name] === 'YES';
}

/** Whether who is signed in may do what needs the permission. The service decides; this only spares a refusal. */
export function useMay(needs: Needs | undefined): boolean {
  return holds(useProfile(), needs);
}
