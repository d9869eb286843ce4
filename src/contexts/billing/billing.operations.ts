import { Injectable } from '@nestjs/common';
import type { Caller, MoneyCaller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { NoInput } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf, pageOf } from '../../platform/http/presenting.js';
import { PAYMENT_FAILURES } from '../identity/identity.presenters.js';
import { LIMIT_FAILURES, presentQuote } from '../tariffs/tariffs.presenters.js';
import { walletFailures } from '../wallet/index.js';
import { LEDGER_FAILURES } from '../wallet/wallet.presenters.js';
import { BuyAirtime } from './application/buy-airtime.js';
import { PayBill } from './application/pay-bill.js';
import { Catalogue } from './application/ports/catalogue.js';
import { Purchases } from './application/ports/purchases.js';
import { BillerLogos } from './application/ports/biller-logos.js';
import { TradeFigures } from './application/ports/trade-figures.js';
import { QuotePurchase } from './application/quote-purchase.js';
import { VerifyCustomer } from './application/verify-customer.js';
import {
  AirtimePurchaseInput,
  BillerFetchInput,
  BillPaymentInput,
  CustomerVerifyInput,
  ItemFetchInput,
  QuoteInput,
  TransactionFetchInput,
  UserTradesInput,
} from './billing.inputs.js';
import {
  presentBiller,
  presentCategory,
  presentItem,
  presentPlacedOrder,
  presentPurchases,
  presentTrade,
  presentVerification,
} from './billing.presenters.js';
import { billingFailures } from './domain/billing.failures.js';
import type { Biller, CatalogueSnapshot, Item } from './domain/catalogue.js';

const TRADES_PER_PAGE = 15;
const NO_DATA = [on(billingFailures.no_data, { code: 404 })];

/** Parameters that do not fit the catalogue are refused like malformed ones. */
const CATALOGUE_FAILURES = [
  on(billingFailures.unknown_category, { code: 400, id: 'category_invalid' }),
  on(billingFailures.unknown_biller, { code: 400, id: 'billerId_invalid' }),
  on(billingFailures.unknown_item, { code: 400, id: 'itemId_invalid' }),
  on(billingFailures.amount_differs, { code: 400, id: 'amount_mismatch' }),
  on(billingFailures.below_minimum, { code: 400, id: 'amount_minimum' }),
  on(billingFailures.above_maximum, { code: 400, id: 'amount_maximum' }),
];
const customerFailures = (customerIdError: string) => [
  on(billingFailures.wrong_network, { code: 400, id: 'provider_invalid' }),
  on(billingFailures.wrong_payment_code, { code: 400, id: 'paymentCode_invalid' }),
  on(billingFailures.wrong_customer, { code: 400, id: customerIdError }),
];
const orderFailures = (customerIdError: string) => [
  ...PAYMENT_FAILURES,
  ...CATALOGUE_FAILURES,
  ...customerFailures(customerIdError),
  on(billingFailures.amount_changed, { code: 400, id: 'amount_changed' }),
  on(billingFailures.unavailable, { code: 400, id: 'service_unavailable' }),
  on(walletFailures.insufficient_funds, { code: 400, id: 'insufficient_funds' }),
  ...LIMIT_FAILURES,
  ...LEDGER_FAILURES,
];

@Injectable()
export class BillingOperations {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly figures: TradeFigures,
    private readonly logos: BillerLogos,
    private readonly purchases: Purchases,
    private readonly verifyCustomer: VerifyCustomer,
    private readonly buyAirtime: BuyAirtime,
    private readonly payBill: PayBill,
    private readonly quotePurchase: QuotePurchase,
  ) {}

  @Operation('service_category_fetch', {
    method: 'GET',
    access: 'signed',
    fault: { code: 500, details: 'Failed to fetch category list' },
    present: listOf(presentCategory),
    summary: 'The categories of billers.',
  })
  async fetchCategories(_input: NoInput) {
    const { activeCategories } = await this.catalogue.recent();
    return activeCategories.map((category) => ({ ...category, iconUrl: this.logos.urlOf(category.iconUrl) }));
  }

  @Operation('service_biller_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: NO_DATA,
    present: listOf(presentBiller),
    summary: 'Billers: all, of a category (owner), by product code (transaction), or one (mk).',
  })
  async fetchBillers({ rqtp, rqvl }: BillerFetchInput) {
    const catalogue = await this.catalogue.recent();
    const billers = catalogue.activeBillers.filter((biller) => rqtp === 'all' || isWanted(biller, rqtp, rqvl));
    if (billers.length === 0) throw new Failure(billingFailures.no_data);
    const figures = await this.figures.ofBillers();
    return billers.map((biller) => ({
      biller: { ...biller, logoUrl: this.logos.urlOf(biller.logoUrl) },
      category: catalogue.category(biller.categoryId),
      productCount: catalogue.itemsOf(biller.billerId).length,
      figures: figures.get(biller.billerId),
    }));
  }

  @Operation('service_biller_item_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: NO_DATA,
    present: listOf(presentItem),
    summary: 'What billers sell: all, of a biller (owner), by item code (code), or one (mk).',
  })
  async fetchItems({ rqtp, rqvl }: ItemFetchInput) {
    const catalogue = await this.catalogue.recent();
    const items = itemsFor(catalogue, rqtp, rqvl);
    if (items.length === 0) throw new Failure(billingFailures.no_data);
    return items.map((item) => ({ item, biller: catalogue.biller(item.billerId) }));
  }

  @Operation('service_customer_verify', {
    method: 'POST',
    access: 'signed',
    limit: 'lookup',
    missing: 400,
    failures: [on(billingFailures.unknown_customer, { code: 404 }), on(billingFailures.verification_unavailable, { code: 404 })],
    present: presentVerification,
    summary: 'Whose meter, smartcard or account it is.',
  })
  async verify({ pcode, ctmid }: CustomerVerifyInput, caller: Caller) {
    return this.verifyCustomer.execute({ paymentCode: pcode, customerId: ctmid }, caller.userId);
  }

  @Operation('service_airtime_purchase', {
    method: 'POST',
    access: 'signed',
    effect: 'money',
    missing: 400,
    testAccounts: { code: 400 },
    failures: orderFailures('phone_invalid'),
    present: presentPlacedOrder,
    summary: 'Buys airtime for a phone, sent to it or as a PIN.',
  })
  buy(input: AirtimePurchaseInput, caller: MoneyCaller) {
    const { amount, phone, provider, billerId, category, billerItem, rechargeType, itemId, pinc } = input;
    return this.buyAirtime.execute(
      {
        amountKobo: amount,
        phone,
        network: provider,
        kind: rechargeType,
        categoryId: category,
        billerId,
        itemId,
        itemName: billerItem,
      },
      caller,
      pinc,
    );
  }

  @Operation('service_bill_payment', {
    method: 'POST',
    access: 'signed',
    effect: 'money',
    missing: 400,
    missingIds: { customerId: 'customer_id_required' },
    testAccounts: { code: 400 },
    failures: orderFailures('customerId_invalid'),
    present: presentPlacedOrder,
    summary: 'Pays a bill from the wallet.',
  })
  pay(input: BillPaymentInput, caller: MoneyCaller) {
    const { amount, customerId, paymentCode, itemId, billerId, category, customerAddress, customerMobile, customerName, pinc } =
      input;
    return this.payBill.execute(
      { amountKobo: amount, customerId, paymentCode, itemId, billerId, categoryId: category },
      { name: customerName, address: customerAddress, mobile: customerMobile },
      caller,
      pinc,
    );
  }

  @Operation('service_quote_fetch', {
    method: 'GET',
    access: 'signed',
    limit: 'quote',
    missing: 400,
    failures: [...CATALOGUE_FAILURES, ...customerFailures('customerId_invalid')],
    present: presentQuote,
    summary:
      'What a purchase costs, and what of the limits remains. It takes the parameters of both purchases, and checks those that are given.',
  })
  quote(input: QuoteInput, { userId }: Caller) {
    const { amount, billerId, category, itemId, billerItem, rechargeType, paymentCode, customerId, provider, phone } = input;
    const item = { itemId, itemName: billerItem ?? '', kind: rechargeType };
    const customer = { network: provider, paymentCode, customerId: customerId ?? phone };
    return this.quotePurchase.execute({ amountKobo: amount, categoryId: category, billerId, ...item, ...customer }, userId);
  }

  @Operation('service_transaction_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: [on(billingFailures.no_purchase, { code: 404 })],
    present: presentPurchases,
    summary: 'Purchases of the signed-in user, newest first; recharge PINs only in user_full and mk.',
  })
  async fetchPurchases({ rqtp, rqvl, page, pnum }: TransactionFetchInput, { userId }: Caller) {
    const full = rqtp !== 'user';
    const found =
      rqtp === 'mk' ? await this.one(userId, rqvl) : await this.page(userId, rqvl, { before: page, size: pnum }, full);
    if (found.length === 0) throw new Failure(billingFailures.no_purchase);
    return { purchases: found, full };
  }

  @Operation('control_user_trade_history', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewHistory',
    forbidden: { code: null },
    missing: null,
    reads: ({ uxid }: UserTradesInput) => `user:${uxid}`,
    failures: [on(billingFailures.no_trades, { code: null })],
    present: pageOf(presentTrade),
    summary: 'Purchases of a user, newest first; without recharge PINs, which are the owner’s.',
  })
  async fetchTradesOfUser({ uxid, page: before }: UserTradesInput) {
    const page = await this.purchases.list(uxid, { before, size: TRADES_PER_PAGE }, false);
    if (page.items.length === 0) throw new Failure(billingFailures.no_trades);
    return page;
  }

  private async one(userId: string, id: string) {
    const purchase = await this.purchases.reveal(userId, id);
    return purchase ? [purchase] : [];
  }

  private async page(userId: string, owner: string, page: { before: number | undefined; size: number }, revealed: boolean) {
    return owner === userId ? (await this.purchases.list(userId, page, revealed)).items : [];
  }
}

function isWanted(biller: Biller, by: 'transaction' | 'owner' | 'mk', value: string | undefined): boolean {
  switch (by) {
    case 'transaction':
      return biller.productCode === value;
    case 'owner':
      return biller.categoryId === value;
    case 'mk':
      return biller.id === value;
  }
}

function itemsFor(catalogue: CatalogueSnapshot, by: 'code' | 'owner' | 'mk' | 'all', value: string | undefined): readonly Item[] {
  switch (by) {
    case 'all':
      return catalogue.activeItems;
    case 'owner':
      return catalogue.itemsOf(value ?? '');
    case 'code':
      return catalogue.activeItems.filter(({ code }) => code === value);
    case 'mk':
      return catalogue.activeItems.filter(({ id, itemId }) => id === value || itemId === value);
  }
}
