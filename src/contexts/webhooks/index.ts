export { WebhookHandler, WebhookHandlers, type WebhookIdentity } from './application/ports/webhook-handler.js';
