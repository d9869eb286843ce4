import { useState } from 'react';
import { Button, Stack } from '@mantine/core';
import { useOperation } from '../../api/use-operation.js';
import { CaseParts } from '../../components/case/case-parts.js';
import { PageTitle } from '../../components/data-page.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Facts } from '../../components/facts.js';
import { Reference } from '../../components/reference.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Section } from '../../components/section.js';
import { onOrOff, Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { type Endpoint, EndpointDialog } from './endpoint-dialogs.js';
import { SecretDialog } from './secret-dialog.js';
import { TestButton } from './test-button.js';

/** Who is told of events, and what was sent to it. */
export default function EndpointPage() {
  const endpointId = useAddressPart('endpointId');
  const found = useOperation('control_webhook_endpoint_fetch', { endpointId });
  if (found.isPending) return <Waiting />;
  if (found.error) return <ErrorNotice error={found.error} retry={() => void found.refetch()} />;
  return <View endpoint={found.data as Endpoint} />;
}

function View({ endpoint }: { readonly endpoint: Endpoint }) {
  const [open, setOpen] = useState<'edit' | { readonly secret: string }>();
  const close = () => setOpen(undefined);
  const done = (secret: string | undefined) => setOpen(secret === undefined ? undefined : { secret });
  return (
    <Stack gap="md">
      <PageTitle
        title={endpoint.description || new URL(endpoint.url).host}
        about={<Status value={onOrOff(endpoint.status)} />}
        actions={
          <>
            {endpoint.status === 'active' && <TestButton endpoint={endpoint} />}
            <Button variant="default" size="xs" onClick={() => setOpen('edit')}>
              Edit
            </Button>
          </>
        }
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
      {open === 'edit' && <EndpointDialog endpoint={endpoint} onDone={done} onClose={close} />}
      {typeof open === 'object' && <SecretDialog secret={open.secret} onClose={close} />}
    </Stack>
  );
}
