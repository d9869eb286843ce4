import { Entity, Index } from 'typeorm';
import { Sealed } from '../../platform/crypto/sealed-columns.js';
import {
  CountColumn,
  ExactTextColumn,
  FlagColumn,
  IdColumn,
  ID_LENGTH,
  KoboColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import type { Purchase, Attempt } from './purchases.js';
import { chargesText, readCharges } from '../../kernel/charges.js';
import { COMMITTED_AT, type RowInsert } from '../../kernel/row-changes.js';
import { kobo } from '../../kernel/money.js';
import { tableOf } from '../../platform/database/table.js';
import { cut } from '../attempts/orders.store.js';
import type { Deliverable } from '../../kernel/deliverable.js';
import type { SecretBox } from '../../platform/crypto/secret-box.js';

@Entity('purchase')
@Index('purchase_user', ['userId', 'createdAt'])
@Index('purchase_customer', ['customerId', 'userId'])
@Index('purchase_due', ['nextQueryAt'])
@Index('purchase_recorded', ['createdAt'])
@Index('purchase_status', ['status', 'createdAt'])
export class PurchaseRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('kind', 16) kind: Purchase['kind'];
  @TextColumn('category_id', 64) categoryId: string;
  @TextColumn('biller_id', 64) billerId: string;
  @TextColumn('biller_name') billerName: string;
  @TextColumn('item_id', 96) itemId: string;
  @TextColumn('item_name') itemName: string;
  @TextColumn('payment_code', 64) paymentCode: string;
  @TextColumn('reference', 64) reference: string;
  @FlagColumn('delivers_pin') deliversPin: boolean;
  @TextColumn('customer_id', 64) customerId: string;
  @TextColumn('customer_name') customerName: string;
  @TextColumn('customer_address') customerAddress: string;
  @TextColumn('customer_email') customerEmail: string;
  @TextColumn('customer_mobile', 32) customerMobile: string;
  @KoboColumn('amount_kobo') amountKobo: number;
  /** JSON; null where there are none. */
  @LongTextColumn('charges', { nullable: true }) charges: string | null;
  @KoboColumn('commission_kobo') commissionKobo: number;
  @TextColumn('status', 16) status: Purchase['status'];
  @TextColumn('response_code', 64) responseCode: string;
  @TextColumn('response_message') responseMessage: string;
  /** JSON object of strings. */
  @LongTextColumn('details') details: string;
  /** JSON list, encrypted with the purchase's id as associated data; null where there are none. */
  @Sealed() @LongTextColumn('sealed_deliverables', { nullable: true }) sealedDeliverables: string | null;
  @CountColumn('queries') queries: number;
  @TimeColumn('next_query_at', { nullable: true }) nextQueryAt: number | null;
  @TimeColumn('recorded') createdAt: number;
  @TimeColumn('settled_at', { nullable: true }) settledAt: number | null;
}

@Entity('purchase_bought_item')
@Index('purchase_bought_item_user', ['userId', 'itemId', 'customerId'], { unique: true })
export class BoughtItemRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('item_id', 96) itemId: string;
  @TextColumn('customer_id', 64) customerId: string;
  /** Empty before the first. */
  @IdColumn('last_purchase_id') lastPurchaseId: string;
}

@Entity('purchase_attempt')
@Index('purchase_attempt_purchase', ['purchaseId', 'number'], { unique: true })
@Index('purchase_attempt_reference', ['provider', 'reference'], { unique: true })
@Index('purchase_attempt_ours', ['reference'])
@Index('purchase_attempt_recorded', ['provider', 'createdAt'])
export class PurchaseAttemptRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('purchase_id') purchaseId: string;
  @CountColumn('attempt_no') number: number;
  @IdColumn('provider') provider: string;
  @TextColumn('reference', 64) reference: string;
  @TextColumn('payment_code', 64) paymentCode: string;
  /** failed: another attempt followed. Older attempts keep their outcome here. */
  @TextColumn('state', 16) state: 'submitted' | 'completed' | 'failed' | 'reversed';
  @TextColumn('raw_code', 64) rawCode: string;
  @TextColumn('raw_message') rawMessage: string;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('purchase_answer')
@Index('purchase_answer_purchase', ['purchaseId', 'createdAt'])
@Index('purchase_answer_theirs', ['providerReference'])
export class PurchaseAnswerRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('purchase_id') purchaseId: string;
  @IdColumn('attempt_id') attemptId: string;
  @TextColumn('provider_call', 16) call: 'submit' | 'query' | 'resubmit';
  @TextColumn('outcome', 64) outcome: string;
  @TextColumn('code', 64) code: string;
  /** Without long numbers. */
  @TextColumn('message') message: string;
  @CountColumn('http_status', { nullable: true }) httpStatus: number | null;
  /** The provider's own; empty where it named none. */
  @ExactTextColumn('provider_reference', 100, { default: '' }) providerReference: string;
  @TimeColumn('recorded') createdAt: number;
}

/** Whole answers of providers that delivered something, from which it can be read again. */
@Entity('purchase_raw_answer')
@Index('purchase_raw_answer_purchase', ['purchaseId'])
export class PurchaseRawAnswerRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('purchase_id') purchaseId: string;
  @IdColumn('attempt_id') attemptId: string;
  /** Encrypted, with the id as associated data. */
  @Sealed() @LongTextColumn('sealed_body') sealedBody: string;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('customer_verification')
@Index('customer_verification_expires', ['expires'])
export class VerificationRow {
  @TextColumn('user_id', ID_LENGTH, { primary: true }) userId: string;
  @TextColumn('payment_code', 64, { primary: true }) paymentCode: string;
  @TextColumn('customer_id', 64, { primary: true }) customerId: string;
  @LongTextColumn('customer') customer: string;
  @TimeColumn('expires') expires: number;
}

@Entity('biller_trade')
export class BillerTradeRow {
  @TextColumn('biller_id', 64, { primary: true }) billerId: string;
  @CountColumn('transactions', { default: 0 }) transactions: number;
  @KoboColumn('revenue_kobo', { default: 0 }) revenueKobo: number;
  @KoboColumn('volume_kobo', { default: 0 }) volumeKobo: number;
}

@Entity('user_trade')
export class UserTradeRow {
  @PrimaryIdColumn('user_id') userId: string;
  @CountColumn('purchases', { default: 0 }) purchases: number;
  @KoboColumn('volume_kobo', { default: 0 }) volumeKobo: number;
  @CountColumn('referrals', { default: 0 }) referrals: number;
  @KoboColumn('referral_bonus_kobo', { default: 0 }) referralBonusKobo: number;
}

export const PURCHASE_ROWS = [
  PurchaseRow,
  BoughtItemRow,
  PurchaseAttemptRow,
  PurchaseAnswerRow,
  PurchaseRawAnswerRow,
  VerificationRow,
  BillerTradeRow,
  UserTradeRow,
];

export const PURCHASE_TABLES = {
  order: PurchaseRow,
  attempt: PurchaseAttemptRow,
  answer: PurchaseAnswerRow,
  orderId: 'purchaseId',
} as const;

const PURCHASE = tableOf(PurchaseRow);
const ATTEMPT = tableOf(PurchaseAttemptRow);

export function toPurchase(row: PurchaseRow): Purchase {
  const { customerId, customerName, customerAddress, customerEmail, customerMobile } = row;
  const { amountKobo, commissionKobo, details, nextQueryAt } = row;
  const { id, userId, kind, categoryId, billerId, billerName, itemId, itemName, paymentCode, reference, deliversPin } = row;
  const { status, responseCode, responseMessage, queries, createdAt } = row;
  return {
    id,
    userId,
    kind,
    categoryId,
    billerId,
    billerName,
    itemId,
    itemName,
    paymentCode,
    reference,
    deliversPin,
    status,
    responseCode,
    responseMessage,
    queries,
    createdAt,
    customer: { id: customerId, name: customerName, address: customerAddress, email: customerEmail, mobile: customerMobile },
    amountKobo: kobo(amountKobo),
    charges: readCharges(row.charges),
    commissionKobo: kobo(commissionKobo),
    details: JSON.parse(details) as Record<string, string>,
    nextQueryAt: nextQueryAt ?? undefined,
  };
}

export function insertPurchase({ customer, details: _none, charges, ...purchase }: Purchase): RowInsert {
  return PURCHASE.insert({
    ...purchase,
    charges: chargesText(charges),
    customerId: customer.id,
    customerName: cut(customer.name),
    customerAddress: cut(customer.address),
    customerEmail: cut(customer.email),
    customerMobile: cut(customer.mobile, 32),
    responseCode: '',
    responseMessage: '',
    details: '{}',
    sealedDeliverables: null,
    queries: 0,
    nextQueryAt: purchase.nextQueryAt ?? null,
    createdAt: COMMITTED_AT,
    settledAt: null,
  });
}

export function toAttempt({ id, purchaseId, number, provider, reference, paymentCode }: PurchaseAttemptRow): Attempt {
  return { id, purchaseId, number, provider, reference, paymentCode };
}

export function insertAttempt(attempt: Attempt): RowInsert {
  return ATTEMPT.insert({ ...attempt, state: 'submitted', rawCode: '', rawMessage: '', createdAt: COMMITTED_AT });
}

type SealedColumns = Pick<PurchaseRow, 'id' | 'sealedDeliverables'>;

export function sealedValues(secrets: SecretBox, id: string, deliverables: readonly Deliverable[]): Omit<SealedColumns, 'id'> {
  return { sealedDeliverables: secrets.encrypt(JSON.stringify(deliverables), id) };
}

export function readDeliverables(secrets: SecretBox, { id, sealedDeliverables }: SealedColumns): Deliverable[] {
  return sealedDeliverables === null ? [] : (JSON.parse(secrets.decrypt(sealedDeliverables, id)) as Deliverable[]);
}
