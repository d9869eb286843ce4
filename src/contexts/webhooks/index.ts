export {
  Endpoints,
  type OutboundEvent,
  OutboundEvents,
  WebhookEntries,
  WebhookHandler,
  WebhookHandlerSource,
  type WebhookIdentity,
  Webhooks,
} from './application/ports.js';
export { CreateEndpoint } from './application/create-endpoint.js';
export { ReceiveWebhook } from './application/receive-webhook.js';
export { UpdateEndpoint } from './application/update-endpoint.js';
export { type Endpoint, newSecret, PING, wants } from './domain/endpoint.js';
export { messageOf } from './domain/message.js';
export type { Webhook } from './domain/webhook.js';
