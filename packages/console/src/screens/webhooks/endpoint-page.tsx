import { Stack } from '@mantine/core';
import { useOperation } from '../../api/use-operation.js';
import { CaseParts } from '../../components/case/case-parts.js';
import { PageTitle } from '../../components/data-page.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Facts } from '../../components/facts.js';
import { Reference } from '../../components/reference.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Section } from '../../components/section.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import type { Endpoint } from './endpoint-dialogs.js';
import { TestButton } from './test-button.js';

/** Who is told of events, and what was sent to it. */
export default function EndpointPage() {
  const endpointId = useAddressPart('endpointId');
  const found = useOperation('control_webhook_endpoint_fetch', { endpointId });
  if (found.isPending) return <Waiting />;
  if (found.error) return <ErrorNotice error={found.error} retry={() => void found.refetch()} />;
  const endpoint = found.data as Endpoint;
  return (
    <Stack gap="md">
      <PageTitle
        title={endpoint.description || new URL(endpoint.url).host}
        about={<Status value={endpoint.status} />}
        actions={endpoint.status === 'active' && <TestButton endpoint={endpoint} />}
      />
      <Section title="Endpoint">
        <Facts
          facts={[
            ['Address', endpoint.url],
            ['Events', endpoint.events.length === 0 ? 'all' : endpoint.events.join(', ')],
            ['Since', <Time key="since" at={endpoint.recorded} />],
            ['Endpoint', <Reference key="id" value={endpoint.marker} />],
            [
              'Sent',
              <ScreenLink key="sent" to="/webhooks" search={{ provider: endpoint.marker }}>
                Webhooks
              </ScreenLink>,
            ],
          ]}
        />
      </Section>
      <CaseParts kind="endpoint" id={endpoint.marker} />
    </Stack>
  );
}
