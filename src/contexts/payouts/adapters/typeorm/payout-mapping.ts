import { chargesText, readCharges, sumOf, tariffIdsOf } from '../../../../kernel/charges.js';
import { newId } from '../../../../kernel/ids.js';
import { kobo } from '../../../../kernel/money.js';
import { outcomeName, type ProviderOutcome, type Raw } from '../../../../kernel/provider-outcome.js';
import { COMMITTED_AT, type RowInsert } from '../../../../kernel/row-changes.js';
import { type RowValues, tableOf } from '../../../../platform/database/table.js';
import { type AttemptAnswer, redacted } from '../../../attempts/index.js';
import type { Attempt, Payout } from '../../domain/payout.js';
import { type PayoutAnswerRow, PayoutAttemptRow, PayoutRow } from './payout.rows.js';

const PAYOUT = tableOf(PayoutRow);
const ATTEMPT = tableOf(PayoutAttemptRow);

export function toPayout({ chargedKobo: _, tariff: _ids, settledAt, charges, ...row }: PayoutRow): Payout {
  return {
    ...row,
    amountKobo: kobo(row.amountKobo),
    costKobo: kobo(row.costKobo),
    charges: readCharges(charges, row.amountKobo),
    nextQueryAt: row.nextQueryAt ?? undefined,
    endedAt: settledAt ?? undefined,
  };
}

export function insertPayout({ charges, endedAt: _, ...payout }: Payout): RowInsert {
  return PAYOUT.insert({
    ...payout,
    bankName: cut(payout.bankName),
    name: cut(payout.name),
    note: cut(payout.note),
    chargedKobo: sumOf(charges),
    tariff: tariffIdsOf(charges),
    charges: chargesText(charges),
    nextQueryAt: payout.nextQueryAt ?? null,
    createdAt: COMMITTED_AT,
    settledAt: null,
  });
}

export function toAttempt({ state, submitAt, ...row }: PayoutAttemptRow): Attempt {
  const { id, payoutId, number, provider, reference, bankCode } = row;
  const waitsUntil = state === 'waiting' ? (submitAt ?? undefined) : undefined;
  return { id, payoutId, number, provider, reference, bankCode, submitAt: waitsUntil };
}

export function insertAttempt({ submitAt, ...attempt }: Attempt): RowInsert {
  const state = submitAt === undefined ? 'submitted' : 'waiting';
  const nothingYet = { rawCode: '', rawMessage: '', approvedAt: null, lateCostKobo: 0, lateCostId: '' };
  return ATTEMPT.insert({ ...attempt, ...nothingYet, state, submitAt: submitAt ?? null, createdAt: COMMITTED_AT });
}

export function answerValues({ id, payoutId }: Attempt, { call, outcome }: AttemptAnswer): RowValues<PayoutAnswerRow> {
  const { code, message } = rawValues(outcome.raw);
  return {
    id: newId(),
    payoutId,
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
