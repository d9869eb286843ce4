import { PurchaseSettings, Purchases } from '../../../src/contexts/purchases/purchases.js';
import { SandboxPurchaseRow } from '../../../src/contexts/billers/adapters/sandbox/typeorm-sandbox-purchases.js';
import { type BillerProvider, BillerProviders } from '../../../src/contexts/billers/biller-provider.js';
import { AdvancePurchase } from '../../../src/contexts/purchases/advance-purchase.js';
import { Catalogue, CatalogueSnapshot } from '../../../src/contexts/catalogue/catalogue.js';
import { SandboxTimes } from '../../../src/contexts/billers/adapters/sandbox/scenario.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { newId } from '../../../src/kernel/ids.js';
import { naira } from '../../../src/kernel/money.js';
import { Database } from '../../../src/platform/database/database.js';
import { SandboxOutcomes } from '../../../src/sandbox/sandbox-outcomes.js';
import { type SandboxOutcome } from '../../../src/sandbox/outcome-names.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import type { Engine } from '../../support/backend.js';
import type { Answer, CallOptions } from '../../support/client.js';
import { until } from '../../support/until.js';
import { movement } from '../../support/ledger-fixture.js';

/** The whole service with a sandbox of short delays, and calls to buy with. */
export class Shop {
  private constructor(readonly service: TestApp) {}

  static async open(backend: Engine, overrides: Readonly<Record<string, string>> = {}): Promise<Shop> {
    const service = await startApp(backend, overrides);
    Object.assign(service.app.get(PurchaseSettings), { answerWithinMs: 8_000 });
    Object.assign(service.app.get(SandboxTimes), {
      decidesAfterMs: 300,
      reversesAfterMs: 300,
      submitTimeoutMs: 2_000,
      requeryDelaysMs: [50, 100, 100, 200, 200, ...Array<number>(600).fill(500)],
    });
    return new Shop(service);
  }

  /** A new user with this much in the wallet. */
  async customer(balanceNaira = 10_000, overrides: Readonly<Record<string, string>> = {}): Promise<TestUser> {
    const user = await this.service.register(overrides);
    if (balanceNaira > 0) await this.service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(balanceNaira)));
    return user;
  }

  buyAirtime(as: TestUser, body: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}): Promise<Answer> {
    return this.service.client.post('service_airtime_purchase', { ...options, as, body: { ...AIRTIME, ...body } });
  }

  payBill(as: TestUser, body: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}): Promise<Answer> {
    return this.service.client.post('service_bill_payment', { ...options, as, body: { ...ELECTRICITY, ...body } });
  }

  fetch(as: TestUser, rqtp: string, rqvl: string, more: Readonly<Record<string, string | number>> = {}): Promise<Answer> {
    return this.service.client.get('service_transaction_fetch', { as, query: { rqtp, rqvl, ...more } });
  }

  /** The purchase as its owner sees it. */
  async purchase(as: TestUser, orderId: string): Promise<Record<string, string>> {
    return (await this.fetch(as, 'mk', orderId)).body.DATA[0] as Record<string, string>;
  }

  /** Waits until the purchase has this status. */
  async becomes(as: TestUser, orderId: string, status: string): Promise<void> {
    await until(async () => (await this.purchase(as, orderId))['status'] === status);
  }

  /** The sandbox decides about an undecided purchase, or takes a delivered one back, and is asked. */
  async decide(orderId: string, outcome: SandboxOutcome): Promise<void> {
    await this.service.app.get(SandboxOutcomes).decide(orderId, outcome);
    await this.ask(orderId);
  }

  async ask(orderId: string): Promise<void> {
    const state = await this.service.app.get(Purchases).find(orderId);
    await this.service.app.get(AdvancePurchase).query(state!);
  }

  /** In Naira. */
  async balance(as: TestUser): Promise<number> {
    return (await this.service.client.get('user_wallet_get_info', { as })).body.DATA.balance as number;
  }

  async accountKobo(account: string): Promise<number> {
    const [row] = await this.rows<{ balance_kobo: number }>('SELECT balance_kobo FROM ledger_account WHERE id = ?', account);
    return row?.balance_kobo ?? 0;
  }

  async biller(as: TestUser, billerId: string): Promise<Record<string, unknown>> {
    const all = (await this.service.client.get('service_biller_fetch', { as, query: { rqtp: 'all' } })).body.DATA as Record<
      string,
      unknown
    >[];
    return all.find((biller) => biller['billerId'] === billerId)!;
  }

  /** What the sandbox knows of everything sent to this customer. */
  sandboxOrders(customerId: string): Promise<SandboxPurchaseRow[]> {
    return this.service.app.get(Database).repository(SandboxPurchaseRow).findBy({ customerId });
  }

  /** Purchases reach no provider until the returned function is called: as if the process had died before the call. */
  unplugProvider(): () => void {
    const provider = this.service.app.get(BillerProviders).all[0]!;
    const submit = provider.submit.bind(provider);
    provider.submit = () => Promise.reject(new Error('killed before the call'));
    return () => (provider.submit = submit);
  }

  /** Another provider that sells everything, tried after the sandbox, until it is removed. */
  async addProvider(another: BillerProvider): Promise<{ sandbox: BillerProvider; remove: () => void }> {
    const [providers, catalogue] = [this.service.app.get(BillerProviders), this.service.app.get(Catalogue)];
    const { all } = providers;
    const find = providers.find.bind(providers);
    Object.assign(providers, { all: [...all, another] });
    providers.find = (name) => (name === another.name ? another : find(name));
    const { activeCategories, activeBillers, activeItems } = await catalogue.current();
    const items = activeItems.map((item) => ({
      ...item,
      routes: item.routes.flatMap((route) => [route, { ...route, provider: another.name, paymentCode: 'another' }]),
    }));
    const current = catalogue.current.bind(catalogue);
    catalogue.current = () => Promise.resolve(new CatalogueSnapshot(activeCategories, activeBillers, items));
    const remove = () => {
      Object.assign(providers, { all, find });
      catalogue.current = current;
    };
    return { sandbox: all[0]!, remove };
  }

  rows<Row>(sql: string, ...values: string[]): Promise<Row[]> {
    return this.service.app.get(Database).rows<Row>(sql, values);
  }
}

let numbers = 0;

/** A phone or meter number of its own for each call; the last four digits choose the sandbox's scenario. */
export function customerEnding(digits: string): string {
  return `0803${String(++numbers % 1000).padStart(3, '0')}${digits}`;
}

/** Bought again and again by tests. */
export const AIRTIME = {
  again: 'true',
  amount: 500,
  phone: '08031234567',
  provider: 'mtn',
  billerId: 'mtn-airtime',
  category: 'airtime',
  billerName: 'whatever',
  billerItem: 'whatever',
};

export const ELECTRICITY = {
  again: 'true',
  amount: 2_000,
  customerId: '45031234567',
  paymentCode: 'ikeja-electric:prepaid',
  itemId: 'ikeja-electric-prepaid',
  billerId: 'ikeja-electric',
  category: 'electricity',
  billerName: 'Ikeja Electric',
  billerItem: 'IKEDC Prepaid',
};

export function newKey(): string {
  return `key-${newId()}`;
}
