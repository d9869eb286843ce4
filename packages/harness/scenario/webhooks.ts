import type { Step } from './step.js';

export const webhooks: readonly Step[] = [
  {
    action: 'control_webhook_endpoint_create',
    as: 'chidi',
    input: { url: 'https://call-centre.example/harmattan', events: ['contact.created'], description: 'The call centre' },
    keep: { endpoint: (data) => data.marker },
  },
  { action: 'control_webhook_endpoint_fetch', as: 'chidi' },
  // Nobody has this name, so the ping fails.
  { action: 'control_webhook_endpoint_test', as: 'chidi', input: { endpointId: '{{endpoint}}' }, first: ['an active endpoint'] },
  {
    action: 'control_webhook_fetch',
    as: 'chidi',
    input: { rqtp: 'provider', rqvl: '{{endpoint}}' },
    until: (data) => 'result' in data && data.result[0]?.status === 'failed',
    keep: { webhook: (data) => ('result' in data ? data.result[0]?.marker : undefined) },
    first: ['a webhook: an event that an endpoint has subscribed'],
  },
  {
    action: 'control_webhook_reprocess',
    as: 'chidi',
    input: { from: 1_577_833_200_000, until: 4_102_441_200_000, provider: '{{endpoint}}' },
    first: ['a failed webhook'],
  },
  {
    action: 'control_webhook_fetch',
    as: 'chidi',
    setup: true,
    input: { rqtp: 'provider', rqvl: '{{endpoint}}' },
    until: (data) => 'result' in data && data.result[0]?.status === 'failed',
  },
  { action: 'webhook_reprocess', as: 'chidi', input: { webhookId: '{{webhook}}' }, first: ['a failed webhook'] },
  {
    action: 'control_webhook_endpoint_update',
    as: 'chidi',
    input: { endpointId: '{{endpoint}}', url: 'https://hooks.example.com/harmattan', status: 'disabled' },
  },
  { action: 'control_webhook_endpoint_remove', as: 'chidi', input: { endpointId: '{{endpoint}}' } },
  {
    action: 'webhook_receive',
    signedBy: '{{sandboxWebhookSecret}}',
    input: { provider: 'sandbox' },
    body: {
      type: 'deposit.received',
      data: { accountNumber: '9900000000', amount: 750, transactionId: 'payment-{{random}}', payerName: 'Ladi Sani' },
    },
    first: ["the provider's signature of the body in the headers; only providers call this"],
  },
];
