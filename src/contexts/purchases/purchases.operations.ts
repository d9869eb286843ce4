import { Injectable } from '@nestjs/common';
import type { Caller, MoneyCaller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { pageOrWhole } from '../../platform/http/list-input.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';
import { PAYMENT_FAILURES } from '../sign-in/sign-in.presenters.js';
import { LIMIT_FAILURES, presentQuote } from '../tariffs/tariffs.presenters.js';
import { ledgerFailures } from '../../ledger/index.js';
import { LEDGER_FAILURES } from '../wallet/wallet.presenters.js';
import { BuyAirtime } from './application/buy-airtime.js';
import { PayBill } from './application/pay-bill.js';
import { Purchases } from './application/ports.js';
import { QuotePurchase } from './application/quote-purchase.js';
import { VerifyCustomer } from './application/verify-customer.js';
import {
  AirtimePurchaseInput,
  BillPaymentInput,
  CustomerVerifyInput,
  QuoteInput,
  TransactionFetchInput,
  UserTradesInput,
} from './purchases.inputs.js';
import { presentPlacedOrder, presentPurchases, presentTrade, presentVerification, TRADE_KEYS } from './purchases.presenters.js';
import { priceFailures } from '../../kernel/price.js';
import { catalogueFailures } from '../catalogue/index.js';
import { purchasesFailures } from './domain/purchases.failures.js';

/** Parameters that do not fit the catalogue are refused like malformed ones. */
const CATALOGUE_FAILURES = [
  on(purchasesFailures.unknown_category, { code: 400, id: 'category_invalid' }),
  on(purchasesFailures.unknown_biller, { code: 400, id: 'billerId_invalid' }),
  on(catalogueFailures.unknown_item, { code: 400, id: 'itemId_invalid' }),
  on(priceFailures.amount_differs, { code: 400, id: 'amount_mismatch' }),
  on(priceFailures.below_minimum, { code: 400, id: 'amount_minimum' }),
  on(priceFailures.above_maximum, { code: 400, id: 'amount_maximum' }),
];
const customerFailures = (customerIdError: string) => [
  on(purchasesFailures.wrong_network, { code: 400, id: 'provider_invalid' }),
  on(purchasesFailures.wrong_payment_code, { code: 400, id: 'paymentCode_invalid' }),
  on(purchasesFailures.wrong_customer, { code: 400, id: customerIdError }),
];
const orderFailures = (customerIdError: string) => [
  ...PAYMENT_FAILURES,
  ...CATALOGUE_FAILURES,
  ...customerFailures(customerIdError),
  on(catalogueFailures.amount_changed, { code: 400, id: 'amount_changed' }),
  on(catalogueFailures.unavailable, { code: 400, id: 'service_unavailable' }),
  on(ledgerFailures.insufficient_funds, { code: 400, id: 'insufficient_funds' }),
  ...LIMIT_FAILURES,
  ...LEDGER_FAILURES,
];

@Injectable()
export class PurchasesOperations {
  constructor(
    private readonly purchases: Purchases,
    private readonly verifyCustomer: VerifyCustomer,
    private readonly buyAirtime: BuyAirtime,
    private readonly payBill: PayBill,
    private readonly quotePurchase: QuotePurchase,
  ) {}

  @Operation('service_customer_verify', {
    method: 'POST',
    access: 'signed',
    limit: 'lookup',
    missing: 400,
    failures: [
      on(purchasesFailures.unknown_customer, { code: 404 }),
      on(purchasesFailures.verification_unavailable, { code: 404 }),
    ],
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
    failures: [on(purchasesFailures.no_purchase, { code: 404 })],
    present: presentPurchases,
    summary: 'Purchases of the signed-in user, newest first; recharge PINs only in user_full and mk.',
  })
  async fetchPurchases({ rqtp, rqvl, page, pnum }: TransactionFetchInput, { userId }: Caller) {
    const full = rqtp !== 'user';
    const found =
      rqtp === 'mk' ? await this.one(userId, rqvl) : await this.page(userId, rqvl, { before: page, size: pnum }, full);
    if (found.length === 0) throw new Failure(purchasesFailures.no_purchase);
    return { purchases: found, full };
  }

  @Operation('control_user_trade_history', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewHistory',
    forbidden: { code: null },
    missing: null,
    reads: ({ uxid }: UserTradesInput) => `user:${uxid}`,
    failures: [on(purchasesFailures.no_trades, { code: null })],
    present: pageOrFileOf('purchases', presentTrade),
    summary: 'Purchases of a user, newest first; without recharge PINs, which are the owner’s.',
  })
  async fetchTradesOfUser({ uxid, ...input }: UserTradesInput) {
    const page = await pageOrWhole(input, TRADE_KEYS, (request) => this.purchases.list(uxid, request, false));
    if (page.items.length === 0) throw new Failure(purchasesFailures.no_trades);
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
