/** The public face of webhooks: ports and types. */
export { WebhookHandler, WebhookHandlers, type WebhookIdentity } from './application/ports/webhook-handler.js';
