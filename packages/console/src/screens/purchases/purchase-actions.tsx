import { useState } from 'react';
import type { Item } from '@harmattan/client';
import { Button, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { RefreshCw } from 'lucide-react';
import { useAction } from '../../api/use-action.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useMay } from '../../session/profile.js';

export type Purchase = Item<'control_purchase_fetch'>;

const CHANGES = ['control_purchase_fetch', 'control_work_queue', 'control_proposal_fetch'] as const;

export function PurchaseActions({ purchase }: { readonly purchase: Purchase }) {
  const mayResolve = useMay('otherControl.paymtMethod');
  const [isOpen, dialog] = useDisclosure(false);
  const requery = useAction('control_purchase_requery', {
    done: ({ COMMENT }) => COMMENT,
    changes: CHANGES,
    tellsErrors: true,
  });
  return (
    <>
      {purchase.status === 'pending' && (
        <Button
          variant="default"
          leftSection={<RefreshCw size={16} />}
          loading={requery.isPending}
          onClick={() => requery.mutate({ reqv: purchase.marker })}
        >
          Ask the provider
        </Button>
      )}
      {mayResolve && outcomesOf(purchase).length > 0 && <Button onClick={dialog.open}>Decide</Button>}
      <ResolveDialog purchase={purchase} isOpen={isOpen} onClose={dialog.close} />
    </>
  );
}

type Outcome = 'completed' | 'failed';

const OUTCOMES: Readonly<Record<Outcome, { readonly label: string; readonly description: string }>> = {
  completed: { label: 'Delivered', description: 'The money goes to the provider.' },
  failed: { label: 'Not delivered', description: 'The user gets the money back.' },
};

/** What the service takes: what is delivered can only be found not to be, and what went back stays where it is. */
function outcomesOf({ status }: Purchase): Outcome[] {
  if (status === 'pending') return ['completed', 'failed'];
  return status === 'completed' ? ['failed'] : [];
}

interface ResolveDialogProps {
  readonly purchase: Purchase;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function ResolveDialog({ purchase, isOpen, onClose }: ResolveDialogProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [reason, setReason] = useState('');
  const [token, setToken] = useState('');
  const resolve = useAction('control_purchase_resolve', {
    done: 'Proposed: another member of staff has to approve it',
    changes: CHANGES,
    onDone: onClose,
  });
  const propose = () => {
    if (!outcome) return;
    const input = { reqv: purchase.marker, outcome, reason: reason.trim() };
    resolve.mutate(outcome === 'completed' && token.trim() ? { ...input, token: token.trim() } : input);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Decide this purchase"
      verb="Propose"
      isReady={outcome !== undefined && reason.trim() !== ''}
      action={resolve}
      onConfirm={propose}
    >
      <Stack gap="sm">
        <Radio.Group
          label="Outcome"
          description="Nothing moves before another member of staff approves it."
          required
          value={outcome ?? null}
          onChange={setOutcome}
        >
          <Stack gap="xs" mt="xs">
            {outcomesOf(purchase).map((value) => (
              <Radio key={value} value={value} {...OUTCOMES[value]} />
            ))}
          </Stack>
        </Radio.Group>
        {outcome === 'completed' && (
          <TextInput label="Token, where there is one" value={token} onChange={(event) => setToken(event.currentTarget.value)} />
        )}
        <Textarea
          label="Reason"
          description="How do you know?"
          required
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
