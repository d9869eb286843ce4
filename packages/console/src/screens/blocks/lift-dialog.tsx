import { useState } from 'react';
import type { Item } from '@harmattan/client';
import { Text, Textarea } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { CodeDialog } from '../../components/code-dialog.js';

export type Block = Item<'control_budget_fetch'>;

interface LiftDialogProps {
  readonly block: Block;
  readonly onClose: () => void;
}

export function LiftDialog({ block: { marker, counts }, onClose }: LiftDialogProps) {
  const [reason, setReason] = useState('');
  const lift = useAction('control_budget_lift', {
    done: ({ COMMENT }) => COMMENT,
    changes: ['control_budget_fetch'],
    onDone: onClose,
  });
  return (
    <CodeDialog
      isOpen
      onClose={onClose}
      title="Lift this block"
      verb="Lift"
      action={lift}
      isReady={reason.trim() !== ''}
      onConfirm={(pinc) => lift.mutate({ reqv: marker, reason: reason.trim(), pinc })}
    >
      <Text size="sm" className="wrap">
        {`The count begins anew: ${counts}. The person who caused it can try again too.`}
      </Text>
      <Textarea
        label="Reason"
        description="Kept in the audit."
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </CodeDialog>
  );
}
