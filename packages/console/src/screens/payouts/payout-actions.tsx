import type { Item } from '@harmattan/client';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PROPOSED } from '../../api/toast.js';
import { useAction } from '../../api/use-action.js';
import { useOpenProposal } from '../../components/case/use-open-proposal.js';
import { Named } from '../../components/named.js';
import { useDraft } from '../../components/use-draft.js';
import { useMay } from '../../session/profile.js';
import { AskButton } from '../attempts/ask-button.js';
import { CHANGES_OF_ATTEMPTS } from '../attempts/changes.js';
import { type OutcomeChoice, OutcomeDialog } from '../attempts/outcome-dialog.js';

export type Payout = Item<'control_payout_fetch'>;

export function PayoutActions({ payout }: { readonly payout: Payout }) {
  const mayResolve = useMay('otherControl.paymtMethod');
  const openProposal = useOpenProposal(`payout:${payout.marker}`);
  const [isOpen, dialog] = useDisclosure(false);
  const draft = useDraft(`decide-${payout.marker}`, '');
  const resolve = useAction('control_payout_resolve', {
    done: PROPOSED,
    changes: CHANGES_OF_ATTEMPTS,
    onDone: () => {
      draft.forget();
      dialog.close();
    },
  });
  const choices = outcomesOf(payout);
  return (
    <>
      {payout.status === 'processing' && <AskButton action="control_payout_requery" marker={payout.marker} />}
      {openProposal && <Named kind="proposal" id={openProposal} />}
      {mayResolve && openProposal === '' && choices.length > 0 && <Button onClick={dialog.open}>Decide</Button>}
      <OutcomeDialog
        isOpen={isOpen}
        onClose={dialog.close}
        title="Decide this payout"
        choices={choices}
        reason={draft}
        action={resolve}
        onPropose={(outcome, reason) => resolve.mutate({ reqv: payout.marker, outcome, reason })}
      />
    </>
  );
}

type Outcome = 'completed' | 'failed' | 'returned';

const COMPLETED: OutcomeChoice<Outcome> = {
  value: 'completed',
  label: 'Paid',
  description: 'The bank has the money: it goes to the provider.',
};
const FAILED: OutcomeChoice<Outcome> = {
  value: 'failed',
  label: 'Not paid',
  description: 'The bank never got it: the user gets the amount and all charges back.',
};
const RETURNED: OutcomeChoice<Outcome> = {
  value: 'returned',
  label: 'Came back',
  description: 'The bank gave it back: the user gets the amount and all charges back.',
};

/** What the service takes: what was paid can only have come back, and what went back stays where it is. */
function outcomesOf({ status }: Payout): OutcomeChoice<Outcome>[] {
  if (status === 'processing') return [COMPLETED, FAILED];
  return status === 'complete' ? [RETURNED] : [];
}
