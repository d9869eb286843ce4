import { useState } from 'react';
import type { Item } from '@harmattan/client';
import { Button, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
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
      {mayResolve && <Button onClick={dialog.open}>Decide</Button>}
      <ResolveDialog purchase={purchase} isOpen={isOpen} onClose={dialog.close} />
    </>
  );
}

interface ResolveDialogProps {
  readonly purchase: Purchase;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function ResolveDialog({ purchase, isOpen, onClose }: ResolveDialogProps) {
  const [outcome, setOutcome] = useState<'completed' | 'failed'>('completed');
  const [reason, setReason] = useState('');
  const [token, setToken] = useState('');
  const resolve = useAction('control_purchase_resolve', {
    done: 'Proposed: another member of staff has to approve it',
    changes: CHANGES,
    onDone: onClose,
  });
  const input = { reqv: purchase.marker, outcome, reason: reason.trim() };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Decide this purchase"
      verb="Propose"
      isReady={reason.trim() !== ''}
      action={resolve}
      onConfirm={() => resolve.mutate(outcome === 'completed' && token.trim() ? { ...input, token: token.trim() } : input)}
    >
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          aria-label="Outcome"
          value={outcome}
          onChange={(value) => setOutcome(value)}
          data={[
            { value: 'completed', label: 'Delivered' },
            { value: 'failed', label: 'Not delivered' },
          ]}
        />
        <Text size="sm" c="dimmed">
          {outcome === 'completed' ? 'The money goes to the provider.' : 'The user gets the money back.'} Nothing moves before
          another member of staff approves it.
        </Text>
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
