import { Button } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { useGoTo } from '../../components/use-address.js';
import type { Endpoint } from './endpoint-dialogs.js';

/** Sends a ping, and shows what becomes of it. */
export function TestButton({ endpoint }: { readonly endpoint: Endpoint }) {
  const goTo = useGoTo();
  const test = useAction('control_webhook_endpoint_test', {
    done: 'A ping is sent',
    changes: ['control_webhook_fetch'],
    tellsErrors: true,
    onDone: ({ MKID }) => goTo({ to: '/webhooks/$webhookId', params: { webhookId: MKID } }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={`Send a test to ${endpoint.url}`}
      loading={test.isPending}
      onClick={() => test.mutate({ endpointId: endpoint.marker })}
    >
      Test
    </Button>
  );
}
