export { AllWebhooks } from './all-webhooks.js';
export { Endpoints, CreateEndpoint, UpdateEndpoint, type Endpoint, newSecret, wants } from './endpoints.js';
export { PING, WebhookEntries, type WebhookIdentity, Webhooks, messageOf, type Webhook } from './webhooks.js';
export { OutboundEvents } from './deliver-webhooks.js';
export { WebhookHandler, WebhookHandlerSource, ReceiveWebhook } from './process-webhooks.js';
