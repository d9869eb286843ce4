import { usePage } from '../../api/use-operation.js';
import { useMay, useProfile } from '../../session/profile.js';

/** Active members of staff to choose from: all for those who may list them, else oneself. */
export function useColleagues(): { readonly value: string; readonly label: string }[] {
  const { userid } = useProfile();
  const mayList = useMay('staffControl.getDataList');
  const members = usePage('control_staff_members_fetch', {}, { enabled: mayList });
  const listed = (members.data?.items ?? [])
    .filter(({ status, userid: uxid }) => status === 'active' && uxid !== '' && uxid !== userid)
    .map(({ userid: uxid, agentname }) => ({ value: uxid, label: agentname }));
  return [{ value: userid, label: 'Me' }, ...listed];
}
