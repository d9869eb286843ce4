import { type Charge, chargesText, readCharges, sumOf, tariffIdsOf } from '../../../../kernel/charges.js';
import { newId } from '../../../../kernel/ids.js';
import { COMMITTED_AT, type RowInsert } from '../../../../kernel/row-changes.js';
import { kobo } from '../../../../kernel/money.js';
import { type RowValues, tableOf } from '../../../../platform/database/table.js';
import type { PurchaseAnswer } from '../../application/ports.js';
import { outcomeName, type ProviderOutcome, type Raw } from '../../../../kernel/provider-outcome.js';
import type { Attempt, Purchase } from '../../domain/purchase.js';
import { redacted } from '../../../attempts/index.js';
import { type PurchaseAnswerRow, PurchaseAttemptRow, PurchaseRow } from './purchase.rows.js';

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
    charges: chargesOf(row),
    commissionKobo: kobo(commissionKobo),
    details: JSON.parse(details) as Record<string, string>,
    nextQueryAt: nextQueryAt ?? undefined,
  };
}

export function chargesOf({
  charges,
  amountKobo,
  feeKobo,
  surchargeKobo,
}: Pick<PurchaseRow, 'charges' | 'amountKobo' | 'feeKobo' | 'surchargeKobo'>): Charge[] {
  return readCharges(charges, amountKobo, ['item_fee', 'Fee', feeKobo], ['surcharge', 'Surcharge', surchargeKobo]);
}

export function insertPurchase({ customer, details: _none, charges, ...purchase }: Purchase): RowInsert {
  return PURCHASE.insert({
    ...purchase,
    feeKobo: sumOf(charges, 'item_fee'),
    surchargeKobo: sumOf(charges, 'surcharge'),
    vatKobo: sumOf(charges, 'vat'),
    tariff: tariffIdsOf(charges),
    charges: chargesText(charges),
    customerId: customer.id,
    customerName: cut(customer.name),
    customerAddress: cut(customer.address),
    customerEmail: cut(customer.email),
    customerMobile: cut(customer.mobile, 32),
    responseCode: '',
    responseMessage: '',
    details: '{}',
    sealedPin: '',
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

export function answerValues({ id, purchaseId }: Attempt, { call, outcome }: PurchaseAnswer): RowValues<PurchaseAnswerRow> {
  const { code, message } = rawValues(outcome.raw);
  return {
    id: newId(),
    purchaseId,
    attemptId: id,
    call,
    outcome: outcomeName(outcome),
    code,
    message: redacted(message),
    httpStatus: outcome.raw.httpStatus ?? null,
    providerReference: cut(providerReferenceOf(outcome), 99),
  };
}

function providerReferenceOf(outcome: ProviderOutcome): string {
  return 'providerReference' in outcome ? (outcome.providerReference ?? '') : '';
}

/** Truncated to the columns. */
export function rawValues({ code, message }: Raw): { code: string; message: string } {
  return { code: cut(code, 64), message: cut(message) };
}

function cut(text: string, length = 255): string {
  return text.slice(0, length);
}
