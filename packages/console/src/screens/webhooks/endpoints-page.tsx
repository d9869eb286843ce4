import { useState } from 'react';
import { Button, Text } from '@mantine/core';
import { DataPage } from '../../components/data-page.js';
import { ScreenLink } from '../../components/screen-link.js';
import { onOrOff, Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { type Endpoint, EndpointDialog, RemoveEndpoint } from './endpoint-dialogs.js';
import { TestButton } from './test-button.js';
import { SecretDialog } from './secret-dialog.js';

type Open =
  | { readonly kind: 'edit'; readonly endpoint?: Endpoint }
  | { readonly kind: 'remove'; readonly endpoint: Endpoint }
  | { readonly kind: 'secret'; readonly secret: string };

export default function EndpointsPage() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const done = (secret: string | undefined) => setOpen(secret === undefined ? undefined : { kind: 'secret', secret });
  return (
    <>
      <DataPage
        title="Webhook endpoints"
        about="Addresses that get events. Each has a secret of its own for the signatures."
        actions={<Button onClick={() => setOpen({ kind: 'edit' })}>Add an endpoint</Button>}
        action="control_webhook_endpoint_fetch"
        input={() => ({})}
        rowKey={({ marker }) => marker}
        onOpen={(endpoint) => setOpen({ kind: 'edit', endpoint })}
        empty="No endpoint yet"
        columns={[
          {
            title: 'Address',
            render: (endpoint) => <Address endpoint={endpoint} />,
          },
          { title: 'Events', render: ({ events }) => (events.length === 0 ? 'all' : events.join(', ')) },
          { title: 'State', render: ({ status }) => <Status value={onOrOff(status)} /> },
          { title: 'Since', render: ({ recorded }) => <Time at={recorded} /> },
          {
            title: 'Sent',
            render: ({ marker }) => (
              <ScreenLink to="/webhooks" search={{ provider: marker }}>
                Webhooks
              </ScreenLink>
            ),
          },
          {
            title: 'Actions',
            render: (endpoint) => (
              <Button.Group>
                {endpoint.status === 'active' && <TestButton endpoint={endpoint} />}
                <Button variant="default" size="xs" onClick={() => setOpen({ kind: 'edit', endpoint })}>
                  Edit
                </Button>
                <Button variant="default" size="xs" onClick={() => setOpen({ kind: 'remove', endpoint })}>
                  Remove
                </Button>
              </Button.Group>
            ),
          },
        ]}
      />
      {open?.kind === 'edit' && <EndpointDialog endpoint={open.endpoint} onDone={done} onClose={close} />}
      {open?.kind === 'remove' && <RemoveEndpoint endpoint={open.endpoint} onClose={close} />}
      {open?.kind === 'secret' && <SecretDialog secret={open.secret} onClose={close} />}
    </>
  );
}

function Address({ endpoint: { url, description, marker } }: { readonly endpoint: Endpoint }) {
  return (
    <>
      <ScreenLink to="/webhook-endpoints/$endpointId" params={{ endpointId: marker }} fw={600} size="sm" className="wrap">
        {url}
      </ScreenLink>
      <Text size="sm" c="dimmed" className="wrap">
        {description}
      </Text>
    </>
  );
}
