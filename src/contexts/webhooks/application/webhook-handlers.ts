import { Injectable } from '@nestjs/common';
import type { RawRequest } from '../../../kernel/caller.js';
import { Contributions, Registry } from '../../../kernel/registry.js';
import { WebhookHandler, WebhookHandlerSource, type WebhookIdentity } from './ports.js';

/** A provider of deposits and payouts has a handler for each, and one address. */
@Injectable()
export class WebhookHandlers extends Registry<WebhookHandlerSource> {
  constructor(contributions: Contributions) {
    super(contributions, WebhookHandlerSource);
  }

  find(wanted: string): WebhookHandler | undefined {
    const handlers = this.entries.flatMap((source) => source.handlers.filter(({ provider }) => provider === wanted));
    return handlers.length > 1 ? new HandlersOfProvider(wanted, handlers) : handlers[0];
  }
}

/** Each takes what it knows of a notification, which decides nothing by itself. */
class HandlersOfProvider extends WebhookHandler {
  override readonly answer?: object;

  constructor(
    readonly provider: string,
    private readonly handlers: readonly WebhookHandler[],
  ) {
    super();
    const answer = handlers.find((handler) => handler.answer)?.answer;
    if (answer) this.answer = answer;
  }

  identify(request: RawRequest): WebhookIdentity | undefined {
    for (const handler of this.handlers) {
      const identity = handler.identify(request);
      if (identity) return identity;
    }
    return undefined;
  }

  /** A handler that fails keeps no other from its part. */
  async process(payload: string): Promise<void> {
    const processed = await Promise.allSettled(this.handlers.map((handler) => handler.process(payload)));
    const failed = processed.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
