/**
 * The whole service with two providers that live in the parent's process, at the address of its argument. It buys what its parent
 * sends, and reports each purchase that was answered; the parent kills it in between.
 */
import { Module, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { BuyAirtime } from '../../src/contexts/purchases/place-purchase.js';
import { PurchaseSettings } from '../../src/contexts/purchases/purchases.js';
import { BillerProvider, BillerProviders, type Submission } from '../../src/contexts/billers/biller-provider.js';
import { SyncCatalogue } from '../../src/contexts/catalogue/catalogue.js';
import { SANDBOX_LISTING } from '../../src/contexts/billers/adapters/sandbox/sandbox-biller-provider.js';
import type { Listing } from '../../src/kernel/listing.js';
import type { ProviderOutcome } from '../../src/kernel/provider-outcome.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { createApp } from '../../src/create-app.js';
import { Failure } from '../../src/kernel/failure.js';
import { newId } from '../../src/kernel/ids.js';
import { naira } from '../../src/kernel/money.js';
import { Config } from '../../src/platform/config/config.js';
import { movement } from '../support/ledger-fixture.js';
import { Random } from '../../packages/harness/random.js';

/** From the parent: money for a wallet, or purchases of 100 Naira. */
export type Order =
  | { readonly do: 'pay in'; readonly userId: string; readonly amountNaira: number }
  | { readonly do: 'buy'; readonly purchases: readonly { readonly userId: string; readonly phone: string }[] };

/** To the parent: a purchase was answered, or the money has arrived. */
export interface Report {
  readonly done: string;
}

const AT_ONCE = 32;
const OUTCOMES: Readonly<Record<string, (raw: { code: string; message: string }) => ProviderOutcome>> = {
  success: (raw) => ({ status: 'success', raw }),
  pending: (raw) => ({ status: 'pending', raw }),
  'not found': (raw) => ({ status: 'not_found', raw }),
  refused: (raw) => ({ status: 'failed', raw, errorClass: 'biller_down', failoverEligible: true }),
  'refused for good': (raw) => ({ status: 'failed', raw, errorClass: 'customer_invalid', failoverEligible: false }),
};

class BookedProvider extends BillerProvider {
  constructor(
    readonly name: string,
    private readonly url: string,
    private readonly seed: number,
  ) {
    super();
  }

  /** Never set aside, because then the purchases would not meet its faults. */
  get capabilities() {
    const resubmitsSafely = this.name === 'first';
    const requeryDelaysMs = [100, 400, ...Array<number>(100).fill(2_000)];
    return { resubmitsSafely, simulatesFaults: true, submitTimeoutMs: 1_000, readTimeoutMs: 1_000, requeryDelaysMs };
  }

  newReference(): string {
    return newId();
  }

  list(): Promise<Listing> {
    return Promise.resolve(SANDBOX_LISTING);
  }

  verifyCustomer(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  submit({ reference, customerId }: Submission, signal: AbortSignal): Promise<ProviderOutcome> {
    const raw = { code: '', message: 'connection refused' };
    if (new Random(this.seed ^ Number(customerId)).chance(0.08))
      return Promise.resolve({ status: 'failed', raw, errorClass: 'not_sent', failoverEligible: true });
    return this.call('submit', { reference, customerId }, signal);
  }

  query(reference: string, signal: AbortSignal): Promise<ProviderOutcome> {
    return this.call('query', { reference }, signal);
  }

  private async call(call: string, body: object, signal: AbortSignal): Promise<ProviderOutcome> {
    const response = await fetch(`${this.url}/${this.name}/${call}`, { method: 'POST', body: JSON.stringify(body), signal });
    const { said } = (await response.json()) as { said: string };
    const raw = { code: said, message: said };
    return OUTCOMES[said]?.(raw) ?? { status: 'unknown', raw, cause: 'http_5xx' };
  }
}

const [url, seed] = process.argv.slice(2) as [string, string];
const all = ['first', 'second'].map((name, index) => new BookedProvider(name, url, Number(seed) + index));

/** Before the queue starts, because the jobs of a killed process continue at once. */
@Module({})
class TwoProviders implements OnModuleInit {
  constructor(private readonly modules: ModuleRef) {}

  onModuleInit(): void {
    const find = (name: string) => all.find((provider) => provider.name === name);
    Object.assign(this.modules.get(BillerProviders, { strict: false }), { all, find });
  }
}

const app = await createApp({ config: Config.load(process.env) }, (options) => ({
  module: TwoProviders,
  imports: [AppModule.forRoot(options)],
}));
app.enableShutdownHooks();
Object.assign(app.get(PurchaseSettings), { answerWithinMs: 200 });
await app.get(SyncCatalogue).execute('stale');
const buyAirtime = app.get(BuyAirtime);

process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  if (order.do === 'pay in') void payIn(order.userId, order.amountNaira);
  else void buyAll([...order.purchases]);
});

async function payIn(userId: string, amountNaira: number): Promise<void> {
  await app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, userId, naira(amountNaira)));
  process.send!({ done: userId } satisfies Report);
}

async function buyAll(purchases: { userId: string; phone: string }[]): Promise<void> {
  const buyer = async () => {
    for (let next = purchases.pop(); next; next = purchases.pop()) {
      await buy(next.userId, next.phone);
      process.send!({ done: next.phone } satisfies Report);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buyer));
}

async function buy(userId: string, phone: string): Promise<void> {
  const request = { amountKobo: naira(100), phone, network: 'mtn', kind: 'vtu', categoryId: 'airtime' } as const;
  const idempotencyKey = { scope: userId, action: 'service_airtime_purchase', key: phone, fingerprint: phone };
  const caller = { userId, sessionId: '', isTest: false, grants: undefined, ip: '127.0.0.1', reference: '', idempotencyKey };
  try {
    await buyAirtime.execute({ ...request, billerId: 'mtn-airtime', itemId: undefined, itemName: '' }, caller);
  } catch (error) {
    // Refused: nothing was debited, as the books will show.
    if (!(error instanceof Failure)) throw error;
  }
}

await app.listen(0, '127.0.0.1');
process.send!(await app.getUrl());
