import { useState } from 'react';
import type { Item } from '@harmattan/client';
import { SegmentedControl, Text, Textarea } from '@mantine/core';
import { useEach } from '../../api/use-each.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';

export type Log = Item<'other_system_log_fetch'>;

interface CloseDialogProps {
  readonly logs: readonly Log[];
  readonly onClose: () => void;
}

/** Closes system logs; one that stands for money stays open until the money is settled. */
export function CloseDialog({ logs, onClose }: CloseDialogProps) {
  const [status, setStatus] = useState<'resolved' | 'ignored'>('resolved');
  const [note, setNote] = useState('');
  const close = useEach('other_system_log_resolve', {
    done: (count) => (count === 1 ? 'The system log is closed' : `${count} system logs are closed`),
    changes: ['other_system_log_fetch', 'control_work_queue'],
    onDone: onClose,
  });
  const given = { status, ...(note.trim() ? { note: note.trim() } : {}) };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={logs.length === 1 ? 'Close this system log' : `Close ${logs.length} system logs`}
      verb={logs.length === 1 ? 'Close it' : 'Close them'}
      action={close}
      onConfirm={() => close.mutate(logs.map(({ marker }) => ({ reqv: marker, ...given })))}
    >
      {logs.map(({ marker, descrpt }) => (
        <Text key={marker} size="sm" className="wrap">
          {descrpt}
        </Text>
      ))}
      <SegmentedControl
        fullWidth
        aria-label="How it ends"
        value={status}
        onChange={(value) => setStatus(value)}
        data={[
          { value: 'resolved', label: 'Resolved' },
          { value: 'ignored', label: 'Nothing to do' },
        ]}
      />
      <Textarea label="Note" autosize minRows={2} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
    </ConfirmDialog>
  );
}
