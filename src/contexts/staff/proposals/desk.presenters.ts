import { rechargePin } from '../../../kernel/deliverable.js';
import { paidKobo } from '../../../kernel/charges.js';
import { toNaira, ZERO_KOBO } from '../../../kernel/money.js';
import type { ListKeys } from '../../../platform/http/list-keys.js';
import type { RequeryAnswer } from '../../attempts/index.js';
import type { AttemptRecord } from '../../attempts/index.js';
import { type PurchaseRecord, totalKobo } from '../../purchases/index.js';
import { presentDeliverable, presentPurchase } from '../../purchases/purchases.presenters.js';
import { type PayoutRecord, SHOWN_STATUS } from '../../payouts/index.js';
import { presentPayout } from '../../payouts/payouts.presenters.js';
import type { SuspensePayment } from '../../deposits/index.js';
import type { HistoryEntry } from '../../../ledger/index.js';
import type { DayBalance } from './application/show-balances.js';
import { presentHistoryEntry } from '../../wallet/wallet.presenters.js';

/** With the outcome of an open proposal about it; empty where there is none. */
type WithProposed<Shown> = Shown & { readonly proposed: string };

/** What was delivered is masked unless it was asked for. */
interface ShownPurchase extends PurchaseRecord {
  readonly isRevealed: boolean;
}

export const PURCHASE_KEYS: ListKeys<PurchaseRecord> = {
  sorts: {
    recorded: ({ purchase }) => purchase.createdAt,
    tx_amount: ({ purchase }) => purchase.amountKobo,
    total: ({ purchase }) => paidKobo(purchase),
    biller_name: ({ purchase }) => purchase.billerName,
    provider: ({ provider }) => provider,
    status: ({ purchase }) => purchase.status,
  },
  sums: { tx_amount: ({ purchase }) => purchase.amountKobo, total: ({ purchase }) => paidKobo(purchase) },
};

export function presentPurchaseRecord({
  purchase,
  provider,
  providerReference,
  deliverables,
  isRevealed,
  answers,
  proposed,
}: WithProposed<ShownPurchase>) {
  const { queries, nextQueryAt, status } = purchase;
  return {
    ...presentPurchase({ ...purchase, deliverables }, true),
    recharge_pin: isRevealed ? rechargePin(deliverables) : '',
    deliverables: deliverables.map(presentDeliverable),
    provider,
    provider_reference: providerReference,
    has_token: deliverables.length > 0,
    attempts: answers.map(presentAnswer),
    queries,
    next_query: nextQueryAt === undefined ? '' : String(nextQueryAt),
    held: toNaira(status === 'pending' ? totalKobo(purchase) : ZERO_KOBO),
    proposed,
  };
}

function presentAnswer({ provider, reference, outcome, code, message, createdAt }: AttemptRecord) {
  return { provider, reference, outcome, code, message, recorded: String(createdAt) };
}

export function presentRequeryAnswer({ status, isAnswered }: RequeryAnswer) {
  return { COMMENT: isAnswered ? 'The provider was asked' : 'The provider has not answered yet', status };
}

export const PAYOUT_KEYS: ListKeys<PayoutRecord> = {
  sorts: {
    recorded: ({ payout }) => payout.createdAt,
    amount: ({ payout }) => payout.amountKobo,
    total: ({ payout }) => paidKobo(payout),
    name: ({ payout }) => payout.name,
    bank: ({ payout }) => payout.bankName,
    provider: ({ provider }) => provider,
    status: ({ payout }) => SHOWN_STATUS[payout.status],
  },
  sums: { amount: ({ payout }) => payout.amountKobo, total: ({ payout }) => paidKobo(payout) },
};

export function presentPayoutRecord({ payout, provider, providerReference, answers, proposed }: WithProposed<PayoutRecord>) {
  const { userId, reference, responseCode, responseMessage, costKobo, queries, nextQueryAt, status } = payout;
  return {
    ...presentPayout(payout),
    userid: userId,
    reference,
    response_code: responseCode,
    response_message: responseMessage,
    provider,
    provider_reference: providerReference,
    provider_fee: toNaira(costKobo),
    attempts: answers.map(presentAnswer),
    queries,
    next_query: nextQueryAt === undefined ? '' : String(nextQueryAt),
    held: toNaira(status === 'pending' ? paidKobo(payout) : ZERO_KOBO),
    proposed,
  };
}

export function presentAskedPayout({ status, isAnswered }: RequeryAnswer) {
  return { ...presentRequeryAnswer({ status, isAnswered }), status: SHOWN_STATUS[status] };
}

export const SUSPENSE_KEYS: ListKeys<SuspensePayment> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    amount: ({ amountKobo }) => amountKobo,
    payer_name: ({ payer }) => payer.name,
    payer_bank: ({ payer }) => payer.bank,
    reason: ({ reason }) => reason,
    status: ({ status }) => status,
  },
};

export function presentSuspensePayment(payment: WithProposed<SuspensePayment>) {
  const { payer, settledAt } = payment;
  return {
    marker: payment.id,
    provider: payment.provider,
    transaction_id: payment.transactionId,
    account_number: payment.accountNumber,
    payer_name: payer.name,
    payer_bank: payer.bank,
    payer_account: payer.account,
    narration: payment.narration,
    session_id: payment.sessionId,
    amount: toNaira(payment.amountKobo),
    reason: payment.reason,
    status: payment.status,
    userid: payment.debtorId,
    recorded: String(payment.createdAt),
    settled: settledAt === undefined ? '' : String(settledAt),
    proposed: payment.proposed,
  };
}

export function presentWalletEntry(entry: HistoryEntry) {
  return { ...presentHistoryEntry(entry), journal: entry.journalId };
}

export function presentDayBalance({ day, balanceKobo }: DayBalance) {
  return { day, balance: toNaira(balanceKobo) };
}
