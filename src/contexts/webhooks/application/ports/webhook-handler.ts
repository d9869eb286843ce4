import { Injectable } from '@nestjs/common';
import type { RawRequest } from '../../../../kernel/caller.js';
import { Contributions, Registry } from '../../../../kernel/registry.js';

/** Identity of a provider's notification. */
export interface WebhookIdentity {
  /** The provider's id of the notification, at most 128 characters; the same when it is sent again. */
  readonly eventId: string;
  /** The provider's event name, at most 64 characters. */
  readonly event: string;
}

/** Verifies and processes the webhooks of one provider. */
export abstract class WebhookHandler {
  abstract readonly provider: string;
  /** The whole answer that the provider wants, in place of the envelope. */
  readonly answer?: object;
  /** Verifies the raw request by the provider's rule; undefined when it is not authentic. */
  abstract identify(request: RawRequest): WebhookIdentity | undefined;
  /** Processes an authentic webhook. Runs at least once; after a throw it is tried again on the schedule. */
  abstract process(payload: string): Promise<void>;
}

/** The handlers of a context's providers, contributed by it. */
export abstract class WebhookHandlerSource {
  abstract readonly handlers: readonly WebhookHandler[];
}

@Injectable()
export class WebhookHandlers extends Registry<WebhookHandlerSource> {
  constructor(contributions: Contributions) {
    super(contributions, WebhookHandlerSource, { namesOf: ({ handlers }) => handlers.map(({ provider }) => provider) });
  }

  find(wanted: string): WebhookHandler | undefined {
    return this.entries.flatMap(({ handlers }) => handlers).find(({ provider }) => provider === wanted);
  }
}
