import { usePage } from '../../api/use-operation.js';
import { useMay } from '../../session/profile.js';

const OPEN = ['proposed', 'approved'];

/** The proposal about this record that waits for its decision, so that no other is offered: empty where there is none, undefined while nobody knows. */
export function useOpenProposal(marker: string): string | undefined {
  const may = useMay('otherControl.paymtMethod');
  const { data, isPlaceholderData } = usePage(
    'control_proposal_fetch',
    { rqtp: 'subject', rqvl: marker, pnum: 100 },
    { enabled: may },
  );
  // Of the record that was shown before.
  if (!data || isPlaceholderData) return undefined;
  return data.items.find(({ status }) => OPEN.includes(status))?.marker ?? '';
}
