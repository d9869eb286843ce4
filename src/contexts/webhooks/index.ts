export { WebhookHandler, WebhookHandlerSource, type WebhookIdentity } from './application/ports/webhook-handler.js';
export { type OutboundEvent, OutboundEvents } from './application/ports/outbound-events.js';
