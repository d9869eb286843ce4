import { useState } from 'react';
import { Text, Textarea } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { CodeDialog } from '../../components/code-dialog.js';
import type { Identity } from './identity.js';

interface DecideDialogProps {
  readonly identity: Identity;
  readonly decision: 'accept' | 'reject';
  readonly onClose: () => void;
}

const CHANGES = [
  'control_identity_fetch',
  'control_work_queue',
  'control_user_data_details',
  'control_timeline_fetch',
  'control_name_fetch',
] as const;

/** With a reason and a two-factor code. */
export function DecideDialog({ identity, decision, onClose }: DecideDialogProps) {
  const [reason, setReason] = useState('');
  const decide = useAction('control_identity_decide', { done: ({ COMMENT }) => COMMENT, changes: CHANGES, onDone: onClose });
  return (
    <CodeDialog
      isOpen
      onClose={onClose}
      title={decision === 'accept' ? 'Accept this identity' : 'Reject this identity'}
      verb={decision === 'accept' ? 'Accept' : 'Reject'}
      {...(decision === 'reject' && { color: 'red' })}
      action={decide}
      isReady={reason.trim() !== ''}
      onConfirm={(pinc) => decide.mutate({ reqv: identity.marker, decision, reason: reason.trim(), pinc })}
    >
      <Text size="sm" className="wrap">
        {effectOf(identity, decision)}
      </Text>
      <Textarea
        label="Reason"
        description="Kept in the audit."
        required
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </CodeDialog>
  );
}

function effectOf({ type, name_given, name_found, first_by }: Identity, decision: 'accept' | 'reject'): string {
  if (type === 'sanction') {
    const effect =
      decision === 'accept'
        ? 'The customer is nobody on these lists.'
        : 'The customer is on the list. All of the wallet is held.';
    return `${effect} ${first_by === '' ? 'A colleague has to decide the same.' : 'It counts where your colleague decided the same.'} Do not tell the customer.`;
  }
  if (type === 'name')
    return `The account ${decision === 'accept' ? `gets the name ${name_given}` : `keeps the name ${name_found}`}.`;
  if (decision === 'reject') return 'The account is not verified. We tell the customer, who may try again.';
  return name_found === '' ? 'The account is verified.' : `The account is verified, and gets the name ${name_found}.`;
}
