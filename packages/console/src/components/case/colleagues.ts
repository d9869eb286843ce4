import type { Data } from '@harmattan/client';
import { useProfile } from '../../session/profile.js';

export type Colleague = Extract<Data<'control_case_fetch'>, { colleagues: unknown }>['colleagues'][number];

/** Who may have a case, oneself first. */
export function useColleagueChoices(colleagues: readonly Colleague[]): { readonly value: string; readonly label: string }[] {
  const { userid: own } = useProfile();
  const others = colleagues.filter(({ userid }) => userid !== own);
  return [{ value: own, label: 'Me' }, ...others.map(({ userid, agentname }) => ({ value: userid, label: agentname }))];
}
