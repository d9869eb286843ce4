import type { Data } from '@harmattan/client';
import { Button, Card, Stack, Title } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { useOperation } from '../../api/use-operation.js';
import { PageTitle } from '../../components/data-page.js';
import { Rows } from '../../components/data-table.js';
import { ErrorLine, ErrorNotice } from '../../components/error-notice.js';
import { Facts } from '../../components/facts.js';
import { JsonBlock } from '../../components/json-block.js';
import { Named } from '../../components/named.js';
import { Reference } from '../../components/reference.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';

type Webhook = Extract<Data<'control_webhook_fetch'>, { history: unknown }>;

/** How often one that is being sent is looked at. */
const ATTEMPT_MS = 2_000;

export default function WebhookPage() {
  const webhookId = useAddressPart('webhookId');
  const webhook = useOperation(
    'control_webhook_fetch',
    { rqtp: 'mk', rqvl: webhookId },
    { refetchMs: (data) => (isUnderWay(data) ? ATTEMPT_MS : undefined) },
  );
  if (webhook.isPending) return <Waiting />;
  if (webhook.error) return <ErrorNotice error={webhook.error} retry={() => void webhook.refetch()} />;
  return <Details webhook={webhook.data as Webhook} />;
}

function isUnderWay({ status }: Data<'control_webhook_fetch'> & { status?: string }): boolean {
  return status === 'pending' || status === 'processing';
}

function Details({ webhook }: { readonly webhook: Webhook }) {
  const replay = useAction('webhook_reprocess', {
    done: 'The webhook is tried again',
    changes: ['control_webhook_fetch', 'control_work_queue'],
  });
  return (
    <Stack gap="md">
      <PageTitle
        title={webhook.event}
        about={<Status value={webhook.status} />}
        actions={
          webhook.status === 'failed' && (
            <Button loading={replay.isPending} onClick={() => replay.mutate({ webhookId: webhook.marker })}>
              Replay
            </Button>
          )
        }
      />
      <ErrorLine error={replay.error} />
      <Card withBorder>
        <Facts
          facts={[
            ['Marker', <Reference key="marker" value={webhook.marker} />],
            ['Direction', webhook.direction === 'inbound' ? 'from a provider to us' : 'from us to an endpoint'],
            [
              'Provider or endpoint',
              webhook.direction === 'outbound' ? (
                <Named key="endpoint" kind="endpoint" id={webhook.provider} />
              ) : (
                webhook.provider
              ),
            ],
            ['Recorded', <Time key="recorded" at={webhook.recorded} />],
            ['Attempts', `${webhook.attempts}, ${webhook.retryCount} of them by hand`],
            ['Next attempt', webhook.nextRetryAt && <Time key="next" at={Date.parse(webhook.nextRetryAt)} />],
            ['Last error', webhook.lastError],
          ]}
        />
      </Card>
      <Title order={2}>Attempts</Title>
      <Rows
        rows={webhook.history}
        rowKey={({ attempt }) => String(attempt)}
        columns={[
          { title: 'Attempt', render: ({ attempt, kind }) => `${attempt}, ${kind}` },
          { title: 'Outcome', render: ({ outcome }) => <Status value={outcome} /> },
          { title: 'HTTP', render: ({ httpStatus }) => httpStatus || '' },
          { title: 'Took', align: 'right', render: ({ durationMs }) => `${durationMs} ms` },
          { title: 'Error', render: ({ error }) => error },
          { title: 'When', render: ({ recorded }) => <Time at={recorded} /> },
        ]}
      />
      <Title order={2}>Payload</Title>
      <JsonBlock text={webhook.payload} />
    </Stack>
  );
}
