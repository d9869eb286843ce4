import { useState } from 'react';
import type { Item } from '@harmattan/client';
import { Button, TextInput } from '@mantine/core';
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

export type Purchase = Item<'control_purchase_fetch'>;

export function PurchaseActions({ purchase }: { readonly purchase: Purchase }) {
  const mayResolve = useMay('otherControl.paymtMethod');
  const openProposal = useOpenProposal(`purchase:${purchase.marker}`);
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      {purchase.status === 'pending' && <AskButton action="control_purchase_requery" marker={purchase.marker} />}
      {openProposal && <Named kind="proposal" id={openProposal} />}
      {mayResolve && openProposal === '' && outcomesOf(purchase).length > 0 && <Button onClick={dialog.open}>Decide</Button>}
      <ResolveDialog purchase={purchase} isOpen={isOpen} onClose={dialog.close} />
    </>
  );
}

type Outcome = 'completed' | 'failed';

const COMPLETED: OutcomeChoice<Outcome> = {
  value: 'completed',
  label: 'Delivered',
  description: 'The money goes to the provider.',
};
const FAILED: OutcomeChoice<Outcome> = {
  value: 'failed',
  label: 'Not delivered',
  description: 'The user gets the money back.',
};

/** What the service takes: what is delivered can only be found not to be, and what went back stays where it is. */
function outcomesOf({ status }: Purchase): OutcomeChoice<Outcome>[] {
  if (status === 'pending') return [COMPLETED, FAILED];
  return status === 'completed' ? [FAILED] : [];
}

interface ResolveDialogProps {
  readonly purchase: Purchase;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function ResolveDialog({ purchase, isOpen, onClose }: ResolveDialogProps) {
  const draft = useDraft(`decide-${purchase.marker}`, '');
  const [token, setToken] = useState('');
  const resolve = useAction('control_purchase_resolve', {
    done: PROPOSED,
    changes: CHANGES_OF_ATTEMPTS,
    onDone: () => {
      draft.forget();
      onClose();
    },
  });
  const propose = (outcome: Outcome, reason: string) => {
    const input = { reqv: purchase.marker, outcome, reason };
    resolve.mutate(outcome === 'completed' && token.trim() ? { ...input, token: token.trim() } : input);
  };
  return (
    <OutcomeDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Decide this purchase"
      choices={outcomesOf(purchase)}
      fieldsOf={(outcome) =>
        outcome === 'completed' && (
          <TextInput label="Token, where there is one" value={token} onChange={(event) => setToken(event.currentTarget.value)} />
        )
      }
      reason={draft}
      action={resolve}
      onPropose={propose}
    />
  );
}
