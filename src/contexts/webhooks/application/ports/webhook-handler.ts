import type { RawRequest } from '../../../../kernel/caller.js';

/** What a provider calls one notification of its own. */
export interface WebhookIdentity {
  /** The provider's id of the notification, at most 128 characters: the same one when it is sent again. */
  readonly eventId: string;
  /** The provider's name of what happened, at most 64 characters. */
  readonly event: string;
}

/** What one provider's webhooks mean; made by the context that works with the provider. */
export abstract class WebhookHandler {
  abstract readonly provider: string;
  /** Tells by the provider's own rule over the raw request whether it came from there; undefined when it did not. */
  abstract identify(request: RawRequest): WebhookIdentity | undefined;
  /** Acts on an authentic webhook. Runs at least once; a throw is tried again on the schedule. */
  abstract process(payload: string): Promise<void>;
}

/** Where the handlers register when their module starts. */
export class WebhookHandlers {
  private readonly handlers = new Map<string, WebhookHandler>();

  register(handler: WebhookHandler): void {
    if (this.handlers.has(handler.provider)) throw new Error(`two handlers for webhooks of ${handler.provider}`);
    this.handlers.set(handler.provider, handler);
  }

  find(provider: string): WebhookHandler | undefined {
    return this.handlers.get(provider);
  }
}
