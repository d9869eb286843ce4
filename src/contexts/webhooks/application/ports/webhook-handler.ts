import type { RawRequest } from '../../../../kernel/caller.js';

/** Identity of a provider's notification. */
export interface WebhookIdentity {
  /** The provider's id of the notification, at most 128 characters; the same when it is sent again. */
  readonly eventId: string;
  /** The provider's event name, at most 64 characters. */
  readonly event: string;
}

/** Verifies and processes the webhooks of one provider; implemented by the provider's context. */
export abstract class WebhookHandler {
  abstract readonly provider: string;
  /** The whole answer that the provider wants, in place of the envelope. */
  readonly answer?: object;
  /** Verifies the raw request by the provider's rule; undefined when it is not authentic. */
  abstract identify(request: RawRequest): WebhookIdentity | undefined;
  /** Processes an authentic webhook. Runs at least once; after a throw it is tried again on the schedule. */
  abstract process(payload: string): Promise<void>;
}

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
