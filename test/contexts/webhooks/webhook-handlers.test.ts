import { describe, expect, it } from 'vitest';
import type { RawRequest } from '../../../src/kernel/caller.js';
import { WebhookHandler, WebhookHandlerSource, type WebhookIdentity } from '../../../src/contexts/webhooks/index.js';
import { WebhookHandlers } from '../../../src/contexts/webhooks/process-webhooks.js';
import { Contributes } from '../../../src/kernel/registry.js';
import { contributionsOf } from '../../support/contributions.js';

const REQUEST: RawRequest = { body: new Uint8Array(), headers: {} };

class Recorded extends WebhookHandler {
  readonly provider = 'paystack';
  readonly processed: string[] = [];

  constructor(
    private readonly identity: WebhookIdentity | undefined,
    private readonly fault?: Error,
  ) {
    super();
  }

  identify(): WebhookIdentity | undefined {
    return this.identity;
  }

  process(payload: string): Promise<void> {
    this.processed.push(payload);
    return this.fault ? Promise.reject(this.fault) : Promise.resolve();
  }
}

@Contributes(WebhookHandlerSource)
class Deposits extends WebhookHandlerSource {
  constructor(readonly handlers: readonly WebhookHandler[]) {
    super();
  }
}

@Contributes(WebhookHandlerSource)
class Payouts extends WebhookHandlerSource {
  constructor(readonly handlers: readonly WebhookHandler[]) {
    super();
  }
}

const IDENTITY = { eventId: 'e-1', event: 'transfer.success' };

describe('webhooks of a provider of deposits and payouts', () => {
  it('go to the handlers of both, of which one may authenticate them', async () => {
    const [deposits, payouts] = [new Recorded(undefined), new Recorded(IDENTITY)];
    const handler = new WebhookHandlers(contributionsOf(new Deposits([deposits]), new Payouts([payouts]))).find('paystack')!;
    expect(handler.identify(REQUEST)).toEqual(IDENTITY);
    await handler.process('{}');
    expect([deposits.processed, payouts.processed]).toEqual([['{}'], ['{}']]);
  });

  it('reach the one where the other fails, and fail, so that they come again', async () => {
    const [deposits, payouts] = [new Recorded(IDENTITY, new Error('away')), new Recorded(IDENTITY)];
    const handler = new WebhookHandlers(contributionsOf(new Deposits([deposits]), new Payouts([payouts]))).find('paystack')!;
    await expect(handler.process('{}')).rejects.toThrow('away');
    expect(payouts.processed).toEqual(['{}']);
  });

  it('that nobody authenticates, or of nobody, are refused', () => {
    const handlers = new WebhookHandlers(contributionsOf(new Deposits([new Recorded(undefined)])));
    expect(handlers.find('paystack')!.identify(REQUEST)).toBeUndefined();
    expect(handlers.find('monnify')).toBeUndefined();
  });
});
