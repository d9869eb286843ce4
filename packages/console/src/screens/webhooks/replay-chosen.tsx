import type { Item } from '@harmattan/client';
import { Text } from '@mantine/core';
import { useEach } from '../../api/use-each.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { EndpointsOff } from './endpoints-off.js';

export type Webhook = Item<'control_webhook_fetch'>;

interface ReplayChosenProps {
  readonly webhooks: readonly Webhook[];
  readonly onClose: () => void;
}

/** Gives each of them one more attempt. */
export function ReplayChosen({ webhooks, onClose }: ReplayChosenProps) {
  const replay = useEach('webhook_reprocess', {
    done: (count) => `${count} webhooks are tried again`,
    changes: ['control_webhook_fetch', 'control_work_queue'],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Replay ${webhooks.length} webhooks`}
      verb="Replay"
      action={replay}
      onConfirm={() => replay.mutate(webhooks.map(({ marker }) => ({ webhookId: marker })))}
    >
      <Text size="sm">Each is tried once more at once; five times in all.</Text>
      <EndpointsOff partners={webhooks.map(({ provider }) => provider)} />
    </ConfirmDialog>
  );
}
