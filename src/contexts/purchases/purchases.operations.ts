import type { Kobo } from '../../kernel/money.js';
import {
  Amount,
  Before,
  Choice,
  Confirmation,
  Follows,
  Count,
  Flag,
  MobileNumber,
  Optional,
  RequestType,
  Text,
} from '../../platform/http/input.decorators.js';
import { PIN_FORM } from '../sign-in/index.js';
import { ListInput, pageOrWhole } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import { TRADE_KEYS, presentPlacedOrder, presentPurchases, presentTrade, presentVerification } from './purchases.presenters.js';
import { Injectable } from '@nestjs/common';
import type { Caller, MoneyCaller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';
import { Contributes } from '../../kernel/registry.js';
import { ConfirmedAction } from '../devices/index.js';
import { CONFIRMATION_FAILURES } from '../devices/devices.presenters.js';
import { PAYMENT_FAILURES } from '../sign-in/sign-in.presenters.js';
import { LIMIT_FAILURES, presentQuote } from '../tariffs/tariffs.presenters.js';
import { ledgerFailures } from '../../ledger/index.js';
import { LEDGER_FAILURES } from '../wallet/wallet.presenters.js';
import { BuyAirtime, PayBill } from './place-purchase.js';
import { Purchases, purchasesFailures } from './purchases.js';
import { type AirtimeRequest, type BillRequest, QuotePurchase, VerifyCustomer } from './order.js';
import { priceFailures } from '../../kernel/price.js';
import { catalogueFailures } from '../catalogue/index.js';

const Pin = () => Text({ pattern: PIN_FORM, form: '4 or 6 digits', isProof: true });

export class CustomerVerifyInput {
  @Text({ max: 64 }) pcode: string;
  @Text({ max: 64 }) ctmid: string;
}

export class AirtimePurchaseInput {
  @Amount() amount: Kobo;
  @MobileNumber() phone: string;
  @Follows('itemId') @Text({ max: 32 }) provider?: string;
  @Follows('itemId') @Text({ max: 64 }) billerId?: string;
  @Follows('itemId') @Text({ max: 64 }) category?: string;
  @Follows('itemId') @Text() billerName?: string;
  @Follows('itemId') @Text() billerItem?: string;
  @Follows('itemId') @Optional() @Choice(['vtu', 'epin']) rechargeType?: 'vtu' | 'epin';
  @Optional() @Text({ max: 96 }) itemId?: string;
  @Optional() @Pin() pinc?: string;
  @Optional() @Confirmation() confirmation?: string;
  @Optional() @Flag() again?: boolean;

  get request(): AirtimeRequest {
    const { amount: amountKobo, phone, billerId, itemId } = this;
    const item = { categoryId: this.category, billerId, itemId, itemName: this.billerItem ?? '' };
    return { amountKobo, phone, network: this.provider, kind: this.rechargeType, ...item };
  }
}

export class BillPaymentInput {
  @Amount() amount: Kobo;
  @Text({ max: 64 }) customerId: string;
  @Follows('itemId') @Text({ max: 64 }) paymentCode?: string;
  @Text({ max: 96 }) itemId: string;
  @Follows('itemId') @Text({ max: 64 }) billerId?: string;
  @Follows('itemId') @Text({ max: 64 }) category?: string;
  @Follows('itemId') @Text() billerName?: string;
  @Follows('itemId') @Text() billerItem?: string;
  @Optional() @Text() customerAddress?: string;
  @Optional() @MobileNumber() customerMobile?: string;
  @Optional() @Text() customerName?: string;
  @Optional() @Pin() pinc?: string;
  @Optional() @Confirmation() confirmation?: string;
  @Optional() @Flag() again?: boolean;

  get request(): BillRequest {
    const { amount: amountKobo, customerId, paymentCode, itemId, billerId, category: categoryId } = this;
    return { amountKobo, customerId, paymentCode, itemId, billerId, categoryId };
  }
}

export class QuoteInput {
  @Amount() amount: Kobo;
  @Follows('itemId') @Text({ max: 64 }) billerId?: string;
  @Follows('itemId') @Text({ max: 64 }) category?: string;
  /** Without it the item is found by its name and the amount, as in an airtime purchase. */
  @Optional() @Text({ max: 96 }) itemId?: string;
  @Optional() @Text() billerItem?: string;
  @Optional() @Choice(['vtu', 'epin']) rechargeType?: 'vtu' | 'epin';
  /** The other parameters of a purchase are checked where they are given. */
  @Optional() @Text({ max: 64 }) paymentCode?: string;
  @Optional() @Text({ max: 64 }) customerId?: string;
  @Optional() @Text({ max: 32 }) provider?: string;
  @Optional() @MobileNumber() phone?: string;
  @Optional() @Text() billerName?: string;
  @Optional() @Text() customerAddress?: string;
  @Optional() @MobileNumber() customerMobile?: string;
  @Optional() @Text() customerName?: string;
}

@SortedBy(TRADE_KEYS)
export class UserTradesInput extends ListInput {
  @Text() uxid: string;
}

export class TransactionFetchInput {
  @RequestType(['user', 'user_full', 'mk']) rqtp: 'user' | 'user_full' | 'mk';
  @Text() rqvl: string;
  /** Exclusive. */
  @Optional() @Before() page?: number;
  @Optional() @Count({ min: 1, max: 100, default: 10 }) pnum: number;
}

/** Parameters that do not fit the catalogue are refused like malformed ones. */
const CATALOGUE_FAILURES = [
  on(purchasesFailures.unknown_category, { code: 400, id: 'category_invalid' }),
  on(purchasesFailures.unknown_biller, { code: 400, id: 'billerId_invalid' }),
  on(catalogueFailures.unknown_item, { code: 400, id: 'itemId_invalid' }),
  on(purchasesFailures.other_recharge_type, { code: 400, id: 'rechargeType_invalid' }),
  on(priceFailures.amount_differs, { code: 400, id: 'amount_mismatch' }),
  on(priceFailures.below_minimum, { code: 400, id: 'amount_minimum' }),
  on(priceFailures.above_maximum, { code: 400, id: 'amount_maximum' }),
];
const customerFailures = (customerIdError: string) => [
  on(purchasesFailures.wrong_network, { code: 400, id: 'provider_invalid' }),
  on(purchasesFailures.wrong_payment_code, { code: 400, id: 'paymentCode_invalid' }),
  on(catalogueFailures.wrong_customer, { code: 400, id: customerIdError }),
];
const orderFailures = (customerIdError: string) => [
  ...PAYMENT_FAILURES,
  ...CONFIRMATION_FAILURES,
  ...CATALOGUE_FAILURES,
  ...customerFailures(customerIdError),
  on(purchasesFailures.repeated, { code: 409, id: 'payment_repeated' }),
  on(catalogueFailures.amount_changed, { code: 400, id: 'amount_changed' }),
  on(catalogueFailures.unavailable, { code: 400, id: 'service_unavailable' }),
  on(ledgerFailures.insufficient_funds, { code: 400, id: 'insufficient_funds' }),
  on(ledgerFailures.money_blocked, { code: 400, id: 'money_blocked' }),
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
      on(purchasesFailures.impossible_customer, { code: 404, id: 'customerId_invalid' }),
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
    const { request, pinc: pin, confirmation, again } = input;
    return this.buyAirtime.execute(request, caller, { pin, confirmation, again });
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
    const { request, customerName: name, customerAddress: address, customerMobile: mobile } = input;
    const { pinc: pin, confirmation, again } = input;
    return this.payBill.execute(request, { name, address, mobile }, caller, { pin, confirmation, again });
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

@Injectable()
@Contributes(ConfirmedAction)
export class ConfirmedAirtime extends ConfirmedAction {
  readonly action = 'service_airtime_purchase';

  constructor(private readonly buyAirtime: BuyAirtime) {
    super();
  }

  lines({ request }: AirtimePurchaseInput) {
    return this.buyAirtime.describe(request);
  }
}

@Injectable()
@Contributes(ConfirmedAction)
export class ConfirmedBill extends ConfirmedAction {
  readonly action = 'service_bill_payment';

  constructor(private readonly payBill: PayBill) {
    super();
  }

  lines({ request }: BillPaymentInput) {
    return this.payBill.describe(request);
  }
}
