import { newId } from '../../../../kernel/ids.js';
import type { RowValue } from '../../../../kernel/row-changes.js';
import { COMMITTED_AT } from '../../../../kernel/row-changes.js';
import { kobo } from '../../../../kernel/money.js';
import type { PurchaseAnswer } from '../../application/ports/purchases.js';
import { outcomeName, type Raw } from '../../domain/provider-outcome.js';
import type { Attempt, Purchase } from '../../domain/purchase.js';
import { redacted } from '../redacted.js';
import type { PurchaseAttemptRow, PurchaseRow } from './purchase.rows.js';

export function toPurchase(row: PurchaseRow): Purchase {
  const { customerId, customerName, customerAddress, customerEmail, customerMobile } = row;
  const { amountKobo, feeKobo, surchargeKobo, commissionKobo, details, nextQueryAt } = row;
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
    feeKobo: kobo(feeKobo),
    surchargeKobo: kobo(surchargeKobo),
    commissionKobo: kobo(commissionKobo),
    details: JSON.parse(details) as Record<string, string>,
    nextQueryAt: nextQueryAt ?? undefined,
  };
}

export function purchaseValues(purchase: Purchase): Record<string, RowValue> {
  const { customer } = purchase;
  return {
    id: purchase.id,
    user_id: purchase.userId,
    kind: purchase.kind,
    category_id: purchase.categoryId,
    biller_id: purchase.billerId,
    biller_name: purchase.billerName,
    item_id: purchase.itemId,
    item_name: purchase.itemName,
    payment_code: purchase.paymentCode,
    reference: purchase.reference,
    delivers_pin: purchase.deliversPin ? 1 : 0,
    customer_id: customer.id,
    customer_name: cut(customer.name),
    customer_address: cut(customer.address),
    customer_email: cut(customer.email),
    customer_mobile: cut(customer.mobile, 32),
    amount_kobo: purchase.amountKobo,
    fee_kobo: purchase.feeKobo,
    surcharge_kobo: purchase.surchargeKobo,
    commission_kobo: purchase.commissionKobo,
    status: purchase.status,
    response_code: '',
    response_message: '',
    details: '{}',
    sealed_pin: '',
    queries: 0,
    next_query_at: purchase.nextQueryAt ?? null,
    recorded: COMMITTED_AT,
    settled_at: null,
  };
}

export function toAttempt({ id, purchaseId, number, provider, reference, paymentCode }: PurchaseAttemptRow): Attempt {
  return { id, purchaseId, number, provider, reference, paymentCode };
}

export function attemptValues(attempt: Attempt): Record<string, RowValue> {
  return {
    id: attempt.id,
    purchase_id: attempt.purchaseId,
    attempt_no: attempt.number,
    provider: attempt.provider,
    reference: attempt.reference,
    payment_code: attempt.paymentCode,
    state: 'submitted',
    raw_code: '',
    raw_message: '',
    recorded: COMMITTED_AT,
  };
}

/** @param at unix ms, or the time of the commit that it is written with */
export function answerValues(
  { id, purchaseId }: Attempt,
  { call, outcome }: PurchaseAnswer,
  at: RowValue,
): Record<string, RowValue> {
  const { code, message } = rawValues(outcome.raw);
  return {
    id: newId(),
    purchase_id: purchaseId,
    attempt_id: id,
    provider_call: call,
    outcome: outcomeName(outcome),
    code,
    message: redacted(message),
    http_status: outcome.raw.httpStatus ?? null,
    recorded: at,
  };
}

/** Truncated to the columns. */
export function rawValues({ code, message }: Raw): { code: string; message: string } {
  return { code: cut(code, 64), message: cut(message) };
}

function cut(text: string, length = 255): string {
  return text.slice(0, length);
}
