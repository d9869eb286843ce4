import { useState } from 'react';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';

interface SettleDialogProps {
  readonly marker: string;
  readonly manner: 'assign' | 'return';
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const TEXTS = {
  assign: {
    title: 'Assign this payment',
    about: 'It goes to the wallet of this user, once another member of staff has approved it.',
    field: 'E-mail address or reference ID of the user',
  },
  return: {
    title: 'Return this payment',
    about: 'First pay it back from our bank account by hand. It counts as returned once another member of staff has approved it.',
    field: 'Reference of the bank transfer',
  },
};
const CHANGES = ['control_suspense_fetch', 'control_work_queue', 'control_proposal_fetch'] as const;
const DONE = 'Proposed: another member of staff has to approve it';

/** Both ways to propose where money in suspense goes. */
export function SettleDialog({ marker, manner, isOpen, onClose }: SettleDialogProps) {
  const [target, setTarget] = useState('');
  const [reason, setReason] = useState('');
  const assign = useAction('control_suspense_assign', { done: DONE, changes: CHANGES, onDone: onClose });
  const giveBack = useAction('control_suspense_return', { done: DONE, changes: CHANGES, onDone: onClose });
  const texts = TEXTS[manner];
  const given = { reqv: marker, reason: reason.trim() };
  const propose = () =>
    manner === 'assign'
      ? assign.mutate({ ...given, emal: target.trim() })
      : giveBack.mutate({ ...given, bank_reference: target.trim() });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.title}
      verb="Propose"
      isReady={target.trim() !== '' && reason.trim() !== ''}
      action={manner === 'assign' ? assign : giveBack}
      onConfirm={propose}
    >
      <Text size="sm">{texts.about}</Text>
      <TextInput
        label={texts.field}
        required
        data-autofocus
        value={target}
        onChange={(event) => setTarget(event.currentTarget.value)}
      />
      <Textarea
        label="Reason"
        required
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
