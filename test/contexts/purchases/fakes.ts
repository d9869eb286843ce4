import type { PaymentConfirmations } from '../../../src/contexts/devices/index.js';
import { PurchaseCharges, type Order } from '../../../src/contexts/purchases/order.js';
import { Surcharges, CatalogueSnapshot, type Item, type Route } from '../../../src/contexts/catalogue/catalogue.js';
import { FixedTariffs, unlimited } from '../tariffs/fake-tariffs.js';
import { PlacePurchase } from '../../../src/contexts/purchases/place-purchase.js';
import { BackgroundWork, ClosedAccountLog, ProviderAvailability, SubmitWindow } from '../../../src/contexts/attempts/index.js';
import { MemoryProviderHealth } from '../../../src/platform/providers/provider-health.js';
import { ChooseRoute } from '../../../src/contexts/catalogue/routes.js';
import { AdvancePurchase } from '../../../src/contexts/purchases/advance-purchase.js';
import { type BoughtItem, Repeats } from '../../../src/contexts/purchases/repeats.js';
import { PurchaseSettings } from '../../../src/contexts/purchases/purchases.js';
import {
  BillerProvider,
  BillerProviders,
  type ProviderCapabilities,
  type Submission,
  type VerifiedCustomer,
} from '../../../src/contexts/billers/biller-provider.js';
import { PurchaseFigures } from '../../../src/contexts/purchases/purchase-records.js';
import { SettlePurchase } from '../../../src/contexts/purchases/settle-purchase.js';
import type { Listing } from '../../../src/kernel/listing.js';
import type { ProviderOutcome } from '../../../src/kernel/provider-outcome.js';
import { FakeUsers } from '../deposits/fake-deposits.js';
import { type CommittedWarning, SystemLogs, type NewSystemLog } from '../../../src/contexts/system-logs/index.js';
import { FEES_ACCOUNT, providerClearing, providerHeld } from '../../../src/ledger/index.js';
import type { IdempotencyKey, MoneyCaller } from '../../../src/kernel/caller.js';
import type { RowInsert } from '../../../src/kernel/row-changes.js';
import { kobo, naira } from '../../../src/kernel/money.js';
import { FakeLedger } from '../../support/fake-ledger.js';
import { BILLER, CATEGORY, ENTRY } from '../catalogue/fake-catalogue.js';
import { FixedCatalogue, FixedSwitches } from './fake-ports.js';
import { FakePurchases } from './fake-purchases.js';

export { BILLER, CATEGORY };

export function aRoute(provider: string, paymentCode = provider, over: Partial<Route> = {}): Route {
  return {
    id: `${provider}-route`,
    provider,
    paymentCode,
    billerId: 'disco',
    price: { fixed: false, minimumKobo: naira(100), maximumKobo: naira(10_000) },
    commission: { type: 'percent', basisPoints: 200 },
    isOn: true,
    ...over,
  };
}

/** An item of any price between 100 and 10,000 Naira, with a fee of 5 Naira and 2 percent commission. */
export function anItem(over: Partial<Item> = {}): Item {
  return {
    ...ENTRY,
    id: 'i',
    itemId: 'light',
    billerId: 'disco',
    name: 'Light',
    code: 'light',
    paymentCode: 'disco:light',
    kind: 'bill',
    deliversPin: false,
    price: { fixed: false, minimumKobo: naira(100), maximumKobo: naira(10_000) },
    feeKobo: naira(5),
    commission: { type: 'percent', basisPoints: 200 },
    customerLabel: 'Meter',
    validationType: '',
    validationParams: '',
    paymentItemId: '',
    pictureId: '',
    ussdShortCode: '',
    sortOrder: 1,
    description: '',
    updated: 1,
    routes: [aRoute('first', 'F1')],
    ...over,
  };
}

export function aCatalogue(...items: Item[]): CatalogueSnapshot {
  return new CatalogueSnapshot([CATEGORY], [BILLER], items);
}

/** Answers call after call by its script, and records its calls. */
export class ScriptedProvider extends BillerProvider {
  readonly submitted: Submission[] = [];
  readonly queried: string[] = [];
  private references = 0;

  constructor(
    readonly name: string,
    private readonly script: (ProviderOutcome | Error | 'silence')[],
    private readonly over: Partial<ProviderCapabilities> = {},
  ) {
    super();
  }

  get capabilities(): ProviderCapabilities {
    return { resubmitsSafely: false, submitTimeoutMs: 40, readTimeoutMs: 40, ...this.over };
  }

  newReference(): string {
    return `${this.name}-${++this.references}`;
  }

  submit(submission: Submission): Promise<ProviderOutcome> {
    this.submitted.push(submission);
    return this.next();
  }

  query(reference: string): Promise<ProviderOutcome> {
    this.queried.push(reference);
    return this.next();
  }

  list(): Promise<Listing> {
    throw new Error('lists nothing');
  }

  verifyCustomer(): Promise<VerifiedCustomer | undefined> {
    return Promise.resolve(undefined);
  }

  private next(): Promise<ProviderOutcome> {
    const step = this.script.shift() ?? outcomes.pending;
    if (step === 'silence') return new Promise(() => undefined);
    return step instanceof Error ? Promise.reject(step) : Promise.resolve(step);
  }
}

const raw = { code: '1', message: 'scripted' };

export const outcomes = {
  success: { status: 'success', raw },
  pending: { status: 'pending', raw },
  refused: { status: 'failed', raw, errorClass: 'validation', failoverEligible: false },
  notSent: { status: 'failed', raw, errorClass: 'not_sent', failoverEligible: true },
  reversed: { status: 'reversed', raw },
  notFound: { status: 'not_found', raw },
  unknown: { status: 'unknown', raw, cause: 'http_5xx' },
} satisfies Record<string, ProviderOutcome>;

class CountedFigures extends PurchaseFigures {
  add() {
    return [{ table: 'biller_trade', key: { biller_id: 'disco' }, add: { transactions: 1 } }];
  }
  takeBack() {
    return [{ table: 'biller_trade', key: { biller_id: 'disco' }, add: { transactions: -1 } }];
  }
  addReferral() {
    return [];
  }
  takeBackReferral() {
    return [];
  }
  ofBillers() {
    return Promise.resolve(new Map());
  }
}

class NoRepeats extends Repeats {
  bought() {
    return Promise.resolve({ id: '', lastPurchaseId: '' });
  }
  follows(_: BoughtItem, id: string) {
    return { table: 'purchase', key: { id }, set: {} };
  }
  wasBoughtSince() {
    return Promise.resolve(false);
  }
}

class KeptWork extends BackgroundWork {
  /** Everything kept so far. */
  last: Promise<unknown> = Promise.resolve();
  readonly failed: unknown[] = [];
  keep<T>(_what: string, work: Promise<T>): Promise<T> {
    const before = this.last;
    const kept = work.catch((error: unknown) => this.failed.push(error));
    this.last = before.then(() => kept);
    return work;
  }
}

export class WrittenLogs extends SystemLogs {
  readonly written = new Map<string, NewSystemLog>();
  toRow(warning: CommittedWarning): RowInsert {
    return { table: 'system_log', values: { ...warning } };
  }
  record(log: NewSystemLog): Promise<void> {
    this.written.set(log.key ?? String(this.written.size), log);
    return Promise.resolve();
  }
}

export const BUYER = 'buyer';
const BALANCE = naira(1_000);

/** The use cases of a purchase over a ledger in memory, a manual clock and scripted providers. */
export class PurchaseFixture {
  now = 1_700_000_000_000;
  readonly ledger = new FakeLedger(() => this.now).open(BUYER, BALANCE);
  readonly purchases = new FakePurchases(this.ledger);
  readonly logs = new WrittenLogs();
  readonly settings = Object.assign(new PurchaseSettings(), { answerWithinMs: 2_000 });
  readonly work = new KeptWork();
  readonly switches = new FixedSwitches();
  readonly health = new MemoryProviderHealth({ now: () => this.now });
  readonly advance: AdvancePurchase;
  private readonly place: PlacePurchase;

  constructor(
    providers: readonly BillerProvider[],
    private readonly item: Item = anItem({
      routes: providers.map(({ name }) => aRoute(name, `${name}:light`)),
    }),
  ) {
    const clock = { now: () => this.now };
    const inUse = new BillerProviders(providers);
    const settle = new SettlePurchase(
      this.ledger,
      this.purchases,
      new CountedFigures(),
      new ClosedAccountLog(new FakeUsers(), this.logs),
    );
    const catalogue = new FixedCatalogue(aCatalogue(this.item));
    const health = new ProviderAvailability(this.health, this.switches);
    const chooseRoute = new ChooseRoute(inUse, catalogue, health);
    this.advance = new AdvancePurchase(
      inUse,
      catalogue,
      this.purchases,
      settle,
      chooseRoute,
      health,
      this.ledger,
      this.logs,
      clock,
    );
    this.place = new PlacePurchase(
      catalogue,
      unlimited(this.ledger, clock),
      this.ledger.requests,
      this.purchases,
      chooseRoute,
      new PurchaseCharges(new FixedTariffs(), new Surcharges(new FixedTariffs(), clock), clock),
      this.advance,
      new NoRepeats(),
      this.work,
      this.settings,
      clock,
      { required: false } as PaymentConfirmations,
    );
  }

  /** What is ordered, or a failure of its checks. */
  order = (): Order => ({ biller: BILLER, item: this.item, amountKobo: naira(200), customerId: '123' });

  /** A window for submitting the latest attempt now. */
  window() {
    return new SubmitWindow(40, { now: () => this.now });
  }

  key(key = 'request-1', fingerprint = 'd'): IdempotencyKey {
    return { scope: BUYER, action: 'service_bill_payment', key, fingerprint };
  }

  /** Buys for 200 Naira; the wallet pays 215. */
  buy(key = 'request-1', fingerprint = 'd') {
    const caller: MoneyCaller = {
      userId: BUYER,
      sessionId: 's',
      isTest: false,
      grants: undefined,
      ip: '',
      reference: '',
      idempotencyKey: this.key(key, fingerprint),
    };
    const customer = { id: '123', name: '', address: '', email: '', mobile: '' };
    return this.place.execute(
      'bill',
      () => this.order(),
      () => Promise.resolve(customer),
      caller,
      { again: true },
    );
  }

  /** The only purchase. */
  async state() {
    return (await this.purchases.find(String(this.ledger.rows('purchase')[0]!['id'])))!;
  }

  /** Lets time pass until the next question is due, and asks it. */
  async requeryNow(): Promise<void> {
    const { purchase } = await this.state();
    this.now = Math.max(this.now, purchase.nextQueryAt ?? this.now);
    await this.advance.queryDue(purchase.id);
  }

  /** What the wallet has paid so far. */
  get paidKobo() {
    return kobo(BALANCE - this.ledger.balanceOf(BUYER));
  }

  get soldCount(): number {
    return Number(this.ledger.rows('biller_trade')[0]?.['transactions'] ?? 0);
  }

  /** Everything together: nothing is made and nothing is lost. */
  get sumKobo(): number {
    const ofProviders = ['first', 'second'].flatMap((name) => [providerHeld(name), providerClearing(name)]);
    const accounts = [BUYER, FEES_ACCOUNT, ...ofProviders];
    return accounts.reduce<number>((sum, account) => sum + this.ledger.balanceOf(account), -BALANCE);
  }
}
