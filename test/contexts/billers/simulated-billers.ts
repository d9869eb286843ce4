import { readCharges, sumOf } from '../../../src/kernel/charges.js';
import { PurchaseSettings } from '../../../src/contexts/purchases/purchases.js';
import { BillerProviders } from '../../../src/contexts/billers/biller-provider.js';
import { Ledger, providerClearing, providerHeld, SUSPENSE_ACCOUNT, Wallets } from '../../../src/ledger/index.js';
import { ProviderHealth } from '../../../src/kernel/provider-health.js';
import { naira } from '../../../src/kernel/money.js';
import { Database } from '../../../src/platform/database/database.js';
import type { PurchaseBooks } from '../../../packages/simulators/shared/purchase-books.js';
import { QuicktellerSimulator } from '../../../packages/simulators/quickteller/quickteller-simulator.js';
import { VtpassSimulator } from '../../../packages/simulators/vtpass/vtpass-simulator.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import type { Backend } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { until } from '../../support/until.js';

/** Times short enough for tests. */
const TIMES = {
  submitTimeoutMs: 700,
  readTimeoutMs: 700,
  requeryDelaysMs: [60, 60, 60, 100, 100, 200, 200, ...Array<number>(600).fill(500)],
};

export interface Bought {
  readonly orderId: string;
  readonly COMMENT: string;
}

/** The whole service with simulated VTpass and Quickteller. */
export class SimulatedBillers {
  private constructor(
    readonly service: TestApp,
    readonly vtpass: VtpassSimulator,
    readonly quickteller: QuicktellerSimulator,
    readonly user: TestUser,
  ) {}

  static async open(backend: Backend, providers: string): Promise<SimulatedBillers> {
    const [vtpass, quickteller] = await Promise.all([VtpassSimulator.start(), QuicktellerSimulator.start()]);
    const environment = { ...vtpass.environment, ...quickteller.environment };
    const service = await startApp(backend, { BILLER_PROVIDERS: providers, ...environment });
    vtpass.announceTo(service.client.baseUrl);
    Object.assign(service.app.get(PurchaseSettings), { answerWithinMs: 500 });
    for (const { capabilities } of service.app.get(BillerProviders).all) Object.assign(capabilities, TIMES);
    const user = await service.register();
    await service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(1_000_000)));
    return new SimulatedBillers(service, vtpass, quickteller, user);
  }

  async close(): Promise<void> {
    await this.service.close();
    await Promise.all([this.vtpass.stop(), this.quickteller.stop()]);
  }

  /** As an app does it: from the catalogue, by the payment code. */
  async payBill(paymentCode: string, customerId: string, amount?: number): Promise<Bought> {
    const item = await this.item(paymentCode);
    const answer = await this.service.client.post('service_bill_payment', {
      as: this.user,
      body: { ...orderOf(item), customerId, amount: amount ?? item.amount, again: true },
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.DATA as Bought;
  }

  async buyAirtime(paymentCode: string, network: string, phone: string, amount: number): Promise<Bought> {
    const item = await this.item(paymentCode);
    const answer = await this.service.client.post('service_airtime_purchase', {
      as: this.user,
      body: { ...orderOf(item), provider: network, phone, amount, again: true },
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.DATA as Bought;
  }

  /** Also after many faults in a row. */
  async useAgain(): Promise<void> {
    for (const { name } of this.service.app.get(BillerProviders).all)
      await this.service.app.get(ProviderHealth, { strict: false }).succeeded(name);
  }

  async verify(pcode: string, ctmid: string) {
    return this.service.client.post('service_customer_verify', { as: this.user, body: { pcode, ctmid } });
  }

  async item(paymentCode: string): Promise<CatalogueItem> {
    const { body } = await this.service.client.get('service_biller_item_fetch', { as: this.user, query: { rqtp: 'all' } });
    const item = (body.DATA as CatalogueItem[]).find((each) => each.paymentCode === paymentCode);
    if (!item) throw new Error(`${paymentCode} is not sold`);
    return item;
  }

  async purchase(orderId: string): Promise<Record<string, string>> {
    const query = { rqtp: 'mk', rqvl: orderId };
    const { body } = await this.service.client.get('service_transaction_fetch', { as: this.user, query });
    return body.DATA[0] as Record<string, string>;
  }

  async becomes(orderId: string, status: string): Promise<void> {
    await until(async () => (await this.purchase(orderId))['status'] === status);
  }

  /** Our reference of the purchase, by which the provider's books have it. */
  async reference(orderId: string): Promise<string> {
    const [row] = await this.service.app
      .get(Database)
      .rows<{ reference: string }>('SELECT reference FROM purchase WHERE id = ?', [orderId]);
    return row!.reference;
  }

  /** In Naira. */
  async balance(): Promise<number> {
    return ((await this.service.app.get(Wallets).balanceOf(this.user.userid)) ?? 0) / 100;
  }

  /** System logs about this purchase. */
  async staffIsTold(orderId: string): Promise<string[]> {
    const rows = await this.service.app
      .get(Database)
      .rows<{ description: string }>('SELECT description FROM system_log WHERE log_key LIKE ?', [`purchase.%${orderId}%`]);
    return rows.map(({ description }) => description);
  }

  /** @throws Error where the provider had to complain, or delivered something twice */
  assertFaultless({ complaints, books }: { complaints: readonly string[]; books: PurchaseBooks }): void {
    const twice = [...books.sold.values()].filter(({ deliveries }) => deliveries > 1);
    if (complaints.length + twice.length > 0) throw new Error(JSON.stringify({ complaints, twice }));
  }

  /** Purchases, and the clearing account, that do not fit the provider's books. */
  async differences(provider: string, books: PurchaseBooks): Promise<string[]> {
    const rows = await this.service.app.get(Database).rows<OurPurchase>(
      `SELECT purchase.status, purchase.reference, amount_kobo AS amountKobo, charges FROM purchase
         JOIN purchase_attempt ON purchase_attempt.reference = purchase.reference WHERE provider = ?`,
      [provider],
    );
    const found = rows.flatMap(({ status, reference }) => {
      const theirs = books.sold.get(reference)?.state ?? 'unknown';
      return FITTING[status].includes(theirs) ? [] : [`${reference} is ${status} here and ${theirs} there`];
    });
    const held = rows
      .filter(({ status }) => status === 'pending')
      .reduce((sum, { amountKobo, charges }) => sum + amountKobo + sumOf(readCharges(charges)), 0);
    const owed = [...books.sold.values()]
      .filter(
        ({ state, reference }) =>
          state === 'delivered' && rows.some((row) => row.reference === reference && row.status !== 'pending'),
      )
      .reduce((sum, { chargedKobo }) => sum + chargedKobo, 0);
    const balanceOf = async (account: string) => (await this.service.app.get(Wallets).balanceOf(account)) ?? 0;
    const are = [await balanceOf(providerHeld(provider)), await balanceOf(providerClearing(provider))];
    const due = [held, owed];
    return String(are) === String(due) ? found : [...found, `held and owed are ${String(are)} and should be ${String(due)}`];
  }

  /** How often the provider was asked about it. */
  async queries(orderId: string): Promise<number> {
    const sql = "SELECT COUNT(*) AS n FROM purchase_answer WHERE purchase_id = ? AND provider_call = 'query'";
    const [row] = await this.service.app.get(Database).rows<{ n: number }>(sql, [orderId]);
    return row!.n;
  }
}

interface OurPurchase {
  readonly status: keyof typeof FITTING;
  readonly reference: string;
  readonly amountKobo: number;
  readonly charges: string | null;
}

/** What the provider may say of a purchase, by what we say. */
const FITTING = {
  pending: ['unknown', 'pending', 'delivered', 'failed'],
  completed: ['delivered'],
  failed: ['unknown', 'failed', 'reversed'],
  reversed: ['reversed'],
};

export interface CatalogueItem {
  readonly itemId: string;
  readonly itemName: string;
  readonly paymentCode: string;
  readonly billerId: string;
  readonly billerName: string;
  readonly categoryId: string;
  readonly amount: number;
}

function orderOf({ itemId, itemName, paymentCode, billerId, billerName, categoryId }: CatalogueItem) {
  return { itemId, paymentCode, billerId, billerName, billerItem: itemName, category: categoryId };
}

let numbers = 0;

/** A new one for each call, because a provider takes two purchases for one number for a repeat. */
export function newPhone(): string {
  return `0803${String(5_000_000 + ++numbers)}`;
}

/** Eleven digits, and no phone. */
export function newMeter(): string {
  return `45${String(100_000_000 + ++numbers)}`;
}

/** Ten digits, and no phone. */
export function newSmartcard(): string {
  return `41${String(10_000_000 + ++numbers)}`;
}
