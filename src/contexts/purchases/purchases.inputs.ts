import type { Kobo } from '../../kernel/money.js';
import {
  Amount,
  Before,
  Choice,
  Count,
  MobileNumber,
  Optional,
  RequestType,
  Text,
} from '../../platform/http/input.decorators.js';
import { PIN_FORM } from '../sign-in/index.js';
import { ListInput } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import { TRADE_KEYS } from './purchases.presenters.js';

const Pin = () => Text({ pattern: PIN_FORM, form: '4 or 6 digits', isProof: true });

export class CustomerVerifyInput {
  @Text({ max: 64 }) pcode: string;
  @Text({ max: 64 }) ctmid: string;
}

export class AirtimePurchaseInput {
  @Amount() amount: Kobo;
  @MobileNumber() phone: string;
  @Text({ max: 32 }) provider: string;
  @Text({ max: 64 }) billerId: string;
  @Text({ max: 64 }) category: string;
  @Text() billerName: string;
  @Text() billerItem: string;
  @Optional() @Choice(['vtu', 'epin'], { default: 'vtu' }) rechargeType: 'vtu' | 'epin';
  @Optional() @Text({ max: 96 }) itemId?: string;
  @Optional() @Pin() pinc?: string;
}

export class BillPaymentInput {
  @Amount() amount: Kobo;
  @Text({ max: 64 }) customerId: string;
  @Text({ max: 64 }) paymentCode: string;
  @Text({ max: 96 }) itemId: string;
  @Text({ max: 64 }) billerId: string;
  @Text({ max: 64 }) category: string;
  @Text() billerName: string;
  @Text() billerItem: string;
  @Optional() @Text() customerAddress?: string;
  @Optional() @MobileNumber() customerMobile?: string;
  @Optional() @Text() customerName?: string;
  @Optional() @Pin() pinc?: string;
}

export class QuoteInput {
  @Amount() amount: Kobo;
  @Text({ max: 64 }) billerId: string;
  @Text({ max: 64 }) category: string;
  /** Without it the item is found by its name and the amount, as in an airtime purchase. */
  @Optional() @Text({ max: 96 }) itemId?: string;
  @Optional() @Text() billerItem?: string;
  @Optional() @Choice(['vtu', 'epin'], { default: 'vtu' }) rechargeType: 'vtu' | 'epin';
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
