import { useState } from 'react';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { DataPage } from '../../components/data-page.js';
import type { Filter } from '../../components/filters.js';
import { lagosMs } from '../../components/lagos-time.js';
import { Named } from '../../components/named.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { type Search, useAddressSearch } from '../../components/use-address.js';
import { ReplayChosen, type Webhook } from './replay-chosen.js';
import { ReplayMany } from './replay-many.js';

const STATUS: Filter = {
  name: 'status',
  label: 'State',
  choices: [
    { value: 'failed', label: 'Failed' },
    { value: 'pending', label: 'Pending' },
    { value: 'processing', label: 'Processing' },
    { value: 'succeeded', label: 'Succeeded' },
  ],
};
const PROVIDER: Filter = { name: 'provider', label: 'Provider or endpoint', placeholder: 'sandbox' };
const FROM: Filter = { name: 'from', label: 'From', type: 'minute' };
const UNTIL: Filter = { name: 'until', label: 'Until', type: 'minute' };

export default function WebhooksPage() {
  const [search] = useAddressSearch();
  const [replayed, setReplayed] = useState<readonly Webhook[]>([]);
  const [isReplaying, replaying] = useDisclosure(false);
  return (
    <>
      <DataPage
        title="Webhooks"
        about="Webhooks from providers to us, and from us to endpoints."
        actions={
          <Button variant="light" onClick={replaying.open}>
            Replay failed ones
          </Button>
        }
        action="control_webhook_fetch"
        // The operation filters by one of them.
        filters={[...(search['provider'] ? [] : [STATUS]), ...(search['status'] ? [] : [PROVIDER]), FROM, UNTIL]}
        input={inputOf}
        refetchMs={5_000}
        bulk={{ verb: 'Replay', isFor: ({ status }) => status === 'failed', onStart: setReplayed }}
        rowKey={({ marker }) => marker}
        to={({ marker }) => ({ to: '/webhooks/$webhookId', params: { webhookId: marker } })}
        empty="No webhook matches"
        columns={[
          {
            title: 'Event',
            sort: 'event',
            render: ({ marker, event }) => (
              <ScreenLink to="/webhooks/$webhookId" params={{ webhookId: marker }} fw={600}>
                {event}
              </ScreenLink>
            ),
          },
          { title: 'Direction', sort: 'direction', render: ({ direction }) => (direction === 'inbound' ? 'to us' : 'from us') },
          { title: 'Provider or endpoint', render: (webhook) => <Partner webhook={webhook} /> },
          { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
          { title: 'Attempts', sort: 'attempts', align: 'right', render: ({ attempts }) => attempts },
          { title: 'Last error', render: ({ lastError }) => lastError },
          { title: 'Recorded', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
        ]}
      />
      {replayed.length > 0 && <ReplayChosen webhooks={replayed} onClose={() => setReplayed([])} />}
      {isReplaying && <ReplayMany provider={search['provider']} onClose={replaying.close} />}
    </>
  );
}

/** Whom it is from, or to which endpoint by its address. */
function Partner({ webhook: { direction, provider } }: { readonly webhook: Webhook }) {
  return direction === 'inbound' ? <span className="wrap">{provider}</span> : <Named kind="endpoint" id={provider} />;
}

function inputOf({ status, provider, from, until }: Search) {
  const fromMs = lagosMs(from ?? '');
  const untilMs = lagosMs(until ?? '');
  return {
    ...(provider
      ? { rqtp: 'provider' as const, rqvl: provider }
      : status
        ? { rqtp: 'status' as const, rqvl: status }
        : { rqtp: 'all' as const }),
    ...(fromMs === undefined ? {} : { from: fromMs }),
    ...(untilMs === undefined ? {} : { until: untilMs }),
  };
}
