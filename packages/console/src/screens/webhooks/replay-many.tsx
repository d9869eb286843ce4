import { useState } from 'react';
import { isHarmattanError } from '@harmattan/client';
import { Progress, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, readPage } from '../../api/client.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { lagosInput, lagosMs } from '../../components/lagos-time.js';
import { MinuteField } from '../../components/minute-field.js';
import { useFields } from '../../components/use-fields.js';
import { EndpointsOff } from './endpoints-off.js';

const HOUR_MS = 3_600_000;
/** As many as one call replays, and one page shows. */
const AT_ONCE = 100;
/** No more than this at once; what is left is found by the next search. */
const MOST = 500;
const CHANGES = ['control_webhook_fetch', 'control_work_queue'] as const;

interface ReplayManyProps {
  readonly provider: string | undefined;
  readonly onClose: () => void;
}

interface Span {
  readonly from: number;
  readonly until: number;
  /** All providers and endpoints where it is left out. */
  readonly provider?: string;
}

/** Finds the failed webhooks of a span of time, shows how many they are, and gives each one more attempt. */
export function ReplayMany({ provider = '', onClose }: ReplayManyProps) {
  const queries = useQueryClient();
  const { form, values, field } = useFields({
    from: lagosInput(Date.now() - HOUR_MS),
    until: lagosInput(Date.now() + 60_000),
    provider,
  });
  const [done, setDone] = useState(0);
  const span = spanOf(values);
  const find = useMutation({ mutationFn: findFailed });
  const replay = useMutation({
    mutationFn: (given: Span) => replayAll(given, find.data?.length ?? 0, setDone),
    onSettled: () => Promise.all(CHANGES.map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
  const found = find.data?.length;
  const act = () => {
    if (replay.isSuccess) onClose();
    else if (span && found) replay.mutate(span);
    else if (span) find.mutate(span);
  };
  const fieldOf = (name: keyof typeof values) => ({
    ...field(name),
    disabled: replay.isPending || replay.isSuccess,
    onChange: (change: unknown) => {
      find.reset();
      field(name).onChange(change);
    },
  });
  return (
    <ConfirmDialog
      form={form}
      isOpen
      onClose={onClose}
      title="Replay failed webhooks"
      verb={replay.isSuccess ? 'Close' : found ? `Replay ${found}` : 'Find'}
      isReady={span !== undefined && found !== 0}
      action={{ isPending: find.isPending || replay.isPending, error: find.error ?? replay.error, reset: () => undefined }}
      onConfirm={act}
    >
      <MinuteField label="From" data-autofocus {...fieldOf('from')} />
      <MinuteField label="Until" {...fieldOf('until')} />
      <TextInput label="Provider or endpoint" placeholder="All" {...fieldOf('provider')} />
      {found !== undefined && !replay.isSuccess && (
        <Text role="status" size="sm">
          {found === 0 ? 'No failed webhook is recorded in this time.' : `${found} failed webhooks.`}
        </Text>
      )}
      {find.data && !replay.isSuccess && <EndpointsOff partners={find.data} />}
      {found !== undefined && replay.isPending && <Progress aria-label="Replayed" value={(100 * done) / found} animated />}
      {replay.isSuccess && (
        <Text role="status" size="sm">
          {`${replay.data} webhooks are tried again.`}
          {replay.data < (found ?? 0) && ` ${found! - replay.data} are not: each can be replayed five times.`}
        </Text>
      )}
    </ConfirmDialog>
  );
}

function spanOf({ from, until, provider }: Readonly<Record<'from' | 'until' | 'provider', string>>): Span | undefined {
  const [fromMs, untilMs] = [lagosMs(from), lagosMs(until)];
  if (fromMs === undefined || untilMs === undefined) return undefined;
  return { from: fromMs, until: untilMs, ...(provider.trim() ? { provider: provider.trim() } : {}) };
}

/** @returns provider or endpoint of each */
async function findFailed({ from, until, provider }: Span): Promise<string[]> {
  const partners: string[] = [];
  let page: string | number | undefined;
  do {
    const { items, next } = await readPage('control_webhook_fetch', {
      rqtp: 'status',
      rqvl: 'failed',
      from,
      until,
      pnum: AT_ONCE,
      ...(page === undefined ? {} : { page: String(page) }),
    });
    partners.push(...items.map((webhook) => webhook.provider).filter((name) => provider === undefined || name === provider));
    page = next;
  } while (page !== undefined && partners.length < MOST);
  return partners.slice(0, MOST);
}

/** @returns how many are tried again; those that were replayed five times are not */
async function replayAll(span: Span, found: number, setDone: (done: number) => void): Promise<number> {
  let replayed = 0;
  for (let turn = 0; turn < found; turn += AT_ONCE) {
    try {
      replayed += (await call('control_webhook_reprocess', span)).count;
    } catch (error) {
      if (!isHarmattanError(error) || error.status !== 404) throw error;
      break;
    }
    setDone(replayed);
  }
  return replayed;
}
