import { useState } from 'react';
import type { Input, Item } from '@harmattan/client';
import { Checkbox, MultiSelect, Switch, Text, TextInput } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { ActionDialog } from '../../components/action-dialog.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useFields } from '../../components/use-fields.js';

export type Endpoint = Item<'control_webhook_endpoint_fetch'>;
type EventName = NonNullable<Input<'control_webhook_endpoint_create'>['events']>[number];

const EVENTS: Readonly<Record<EventName, true>> = {
  'user.created': true,
  'deposit.completed': true,
  'deposit.expired': true,
  'transfer.completed': true,
  'purchase.completed': true,
  'purchase.failed': true,
  'purchase.reversed': true,
  'payout.completed': true,
  'payout.failed': true,
  'payout.returned': true,
  'file.processed': true,
  'ticket.created': true,
  'ticket.replied': true,
  'contact.created': true,
  'system_log.created': true,
};
const CHANGES = ['control_webhook_endpoint_fetch', 'control_name_fetch', 'control_timeline_fetch'] as const;

interface EndpointDialogProps {
  /** Undefined for a new one. */
  readonly endpoint: Endpoint | undefined;
  readonly onDone: (secret: string | undefined) => void;
  readonly onClose: () => void;
}

export function EndpointDialog({ endpoint, onDone, onClose }: EndpointDialogProps) {
  const { form, values, field, set } = useFields({
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    status: endpoint?.status ?? 'active',
  });
  const [events, setEvents] = useState<string[]>([...(endpoint?.events ?? [])]);
  const [rotate, setRotate] = useState(false);
  const secretOf = (data: object) => onDone('secret' in data ? String(data.secret) : undefined);
  const create = useAction('control_webhook_endpoint_create', {
    done: 'The endpoint is added',
    changes: CHANGES,
    onDone: secretOf,
  });
  const update = useAction('control_webhook_endpoint_update', {
    done: 'The endpoint is changed',
    changes: CHANGES,
    onDone: secretOf,
  });
  const given = { url: values.url.trim(), events: events as EventName[], description: values.description.trim() };
  const save = () =>
    endpoint
      ? update.mutate({
          endpointId: endpoint.marker,
          ...given,
          status: values.status as 'active' | 'disabled',
          ...(rotate ? { rotate } : {}),
        })
      : create.mutate(given);
  return (
    <ConfirmDialog
      form={form}
      isOpen
      onClose={onClose}
      title={endpoint ? 'Edit this endpoint' : 'Add an endpoint'}
      verb={endpoint ? 'Save' : 'Add'}
      isReady={given.url.includes('://')}
      action={endpoint ? update : create}
      onConfirm={save}
    >
      <TextInput label="Address" type="url" placeholder="https://" required data-autofocus {...field('url')} />
      <TextInput label="In words" {...field('description')} />
      <MultiSelect
        label="Events"
        description="Choose none to get all"
        data={Object.keys(EVENTS)}
        value={events}
        onChange={setEvents}
        searchable
      />
      {endpoint && (
        <StateFields status={values.status} rotate={rotate} onStatus={(status) => set('status', status)} onRotate={setRotate} />
      )}
    </ConfirmDialog>
  );
}

interface StateFieldsProps {
  readonly status: string;
  readonly rotate: boolean;
  readonly onStatus: (status: string) => void;
  readonly onRotate: (rotate: boolean) => void;
}

/** What only an endpoint that is there already has. */
function StateFields({ status, rotate, onStatus, onRotate }: StateFieldsProps) {
  return (
    <>
      <Switch
        label="On"
        description="While it is off it gets no events, and unsent ones fail"
        checked={status === 'active'}
        onChange={(event) => onStatus(event.currentTarget.checked ? 'active' : 'disabled')}
      />
      <Checkbox
        label="New secret"
        description="The old one signs beside it for a day"
        checked={rotate}
        onChange={(event) => onRotate(event.currentTarget.checked)}
      />
    </>
  );
}

interface RemoveEndpointProps {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}

export function RemoveEndpoint({ endpoint, onClose }: RemoveEndpointProps) {
  return (
    <ActionDialog
      onClose={onClose}
      title="Remove this endpoint"
      verb="Remove"
      color="red"
      action="control_webhook_endpoint_remove"
      input={{ endpointId: endpoint.marker }}
      done="The endpoint is removed"
      changes={CHANGES}
    >
      <Text size="sm" className="wrap">
        {`${endpoint.url} gets no more events. Unsent ones fail.`}
      </Text>
    </ActionDialog>
  );
}
