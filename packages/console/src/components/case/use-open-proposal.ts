import { useName } from '../../api/names.js';
import { useOperation } from '../../api/use-operation.js';
import { useMay } from '../../session/profile.js';

const OPEN = ['proposed', 'approved'];

/** The proposal about this record that waits for its decision, so that no other is offered; undefined where there is none. */
export function useOpenProposal(marker: string): string | undefined {
  const may = useMay('otherControl.paymtMethod');
  const { data } = useOperation('control_timeline_fetch', { rqvl: marker }, { enabled: may });
  const latest = data?.findLast(({ kind }) => kind === 'proposal')?.record ?? '';
  const { data: name } = useName('proposal', latest);
  return name && OPEN.includes(name.status) ? latest : undefined;
}
