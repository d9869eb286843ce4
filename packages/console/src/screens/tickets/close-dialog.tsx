import type { Item } from '@harmattan/client';
import { List, Text } from '@mantine/core';
import { useEach } from '../../api/use-each.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';

export type Ticket = Item<'control_support_ticket_fetch'>;

interface CloseDialogProps {
  readonly tickets: readonly Ticket[];
  readonly onClose: () => void;
}

/** Closes tickets; a closed one takes no answer any more. */
export function CloseDialog({ tickets, onClose }: CloseDialogProps) {
  const close = useEach('control_support_ticket_update', {
    done: (count) => (count === 1 ? 'The ticket is closed' : `${count} tickets are closed`),
    changes: ['control_support_ticket_fetch', 'control_work_queue'],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={tickets.length === 1 ? 'Close this ticket' : `Close ${tickets.length} tickets`}
      verb={tickets.length === 1 ? 'Close it' : 'Close them'}
      action={close}
      onConfirm={() => close.mutate(tickets.map(({ ticket_id: id }) => ({ ticket_id: id, status: 'closed' })))}
    >
      <List size="sm">
        {tickets.map(({ ticket_id: id, subject }) => (
          <List.Item key={id} className="wrap">
            {subject}
          </List.Item>
        ))}
      </List>
      <Text size="sm">We tell their users by notice and mail. They can no longer answer.</Text>
    </ConfirmDialog>
  );
}
