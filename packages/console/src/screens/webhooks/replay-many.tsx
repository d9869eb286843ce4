import { useState } from 'react';
import { List, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { lagosInput, lagosMs } from '../../components/lagos-time.js';
import { useFields } from '../../components/use-fields.js';
import { type FailedWebhook, failedWebhooks } from './failed-webhooks.js';

const HOUR_MS = 3_600_000;

interface ReplayManyProps {
  readonly provider: string | undefined;
  readonly onClose: () => void;
}

interface Outcome {
  readonly replayed: number;
  /** Why others were not, each reason with how often. */
  readonly reasons: ReadonlyMap<string, number>;
}

/** Finds the failed webhooks of a span of time, shows how many they are, and gives each one more attempt. */
export function ReplayMany({ provider = '', onClose }: ReplayManyProps) {
  const queries = useQueryClient();
  const { values, field } = useFields({
    from: lagosInput(Date.now() - HOUR_MS),
    until: lagosInput(Date.now() + 60_000),
    provider,
  });
  const [done, setDone] = useState(0);
  const span = { fromMs: lagosMs(values.from), untilMs: lagosMs(values.until), provider: values.provider.trim() };
  const find = useMutation({ mutationFn: () => failedWebhooks(spanOf(span)) });
  const replay = useMutation({
    mutationFn: (found: readonly FailedWebhook[]) => replayAll(found, setDone),
    onSettled: () => queries.invalidateQueries({ queryKey: ['control_webhook_fetch'] }),
  });
  const found = find.data;
  const isReady = span.fromMs !== undefined && span.untilMs !== undefined && (found === undefined || found.length > 0);
  const act = () => {
    if (replay.data) onClose();
    else if (found) replay.mutate(found);
    else find.mutate();
  };
  const fieldOf = (name: keyof typeof values) => ({
    ...field(name),
    disabled: replay.isPending || replay.isSuccess,
    onChange: (event: Parameters<ReturnType<typeof field>['onChange']>[0]) => {
      find.reset();
      field(name).onChange(event);
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Replay failed webhooks"
      verb={replay.data ? 'Close' : found ? `Replay ${found.length}` : 'Find'}
      isReady={isReady}
      action={{ isPending: find.isPending || replay.isPending, error: find.error ?? replay.error, reset: () => undefined }}
      onConfirm={act}
    >
      <TextInput label="From (Lagos)" type="datetime-local" data-autofocus {...fieldOf('from')} />
      <TextInput label="Until (Lagos)" type="datetime-local" {...fieldOf('until')} />
      <TextInput label="Provider or endpoint" placeholder="All" {...fieldOf('provider')} />
      {found && !replay.data && (
        <Text role="status" size="sm">
          {found.length === 0 ? 'No failed webhook is recorded in this time.' : `${found.length} failed webhooks.`}
        </Text>
      )}
      {found && replay.isPending && <Progress aria-label="Replayed" value={(100 * done) / found.length} animated />}
      {replay.data && <Result {...replay.data} />}
    </ConfirmDialog>
  );
}

function Result({ replayed, reasons }: Outcome) {
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{`${replayed} webhooks are tried again.`}</Text>
      {reasons.size > 0 && (
        <List size="sm">
          {[...reasons].map(([reason, count]) => (
            <List.Item key={reason}>{`${count} not: ${reason}`}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

function spanOf({
  fromMs = 0,
  untilMs = 0,
  provider,
}: {
  fromMs?: number | undefined;
  untilMs?: number | undefined;
  provider: string;
}) {
  return { fromMs, untilMs, provider };
}

async function replayAll(found: readonly FailedWebhook[], setDone: (done: number) => void): Promise<Outcome> {
  const reasons = new Map<string, number>();
  let replayed = 0;
  setDone(0);
  for (const [place, { marker }] of found.entries()) {
    try {
      await call('webhook_reprocess', { webhookId: marker });
      replayed++;
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'it failed';
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    setDone(place + 1);
  }
  return { replayed, reasons };
}
