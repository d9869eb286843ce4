import { Entity, Index } from 'typeorm';
import {
  CountColumn,
  ExactTextColumn,
  IdColumn,
  KoboColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import type { Payout, Attempt } from './payouts.js';
import { chargesText, readCharges, sumOf } from '../../kernel/charges.js';
import { kobo } from '../../kernel/money.js';
import { COMMITTED_AT, type RowInsert } from '../../kernel/row-changes.js';
import { tableOf } from '../../platform/database/table.js';
import { cut } from '../attempts/orders.store.js';

@Entity('payout')
@Index('payout_user', ['userId', 'createdAt'])
@Index('payout_account', ['account', 'bankCode', 'createdAt'])
@Index('payout_due', ['nextQueryAt'])
@Index('payout_recorded', ['createdAt'])
@Index('payout_status', ['status', 'createdAt'])
@Index('payout_session', ['sessionId'])
export class PayoutRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('bank_code', 32) bankCode: string;
  @TextColumn('bank_name') bankName: string;
  @TextColumn('account', 16) account: string;
  @TextColumn('account_name') name: string;
  @TextColumn('reference', 64) reference: string;
  @KoboColumn('amount_kobo') amountKobo: number;
  /** All charges together. */
  @KoboColumn('charged_kobo') chargedKobo: number;
  /** JSON; null where there are none. */
  @LongTextColumn('charges', { nullable: true }) charges: string | null;
  @TextColumn('note') note: string;
  @TextColumn('status', 16) status: Payout['status'];
  @TextColumn('response_code', 64) responseCode: string;
  @TextColumn('response_message') responseMessage: string;
  @TextColumn('session_id', 64) sessionId: string;
  @KoboColumn('cost_kobo') costKobo: number;
  @CountColumn('queries') queries: number;
  @TimeColumn('next_query_at', { nullable: true }) nextQueryAt: number | null;
  @TimeColumn('recorded') createdAt: number;
  @TimeColumn('settled_at', { nullable: true }) settledAt: number | null;
}

@Entity('payout_attempt')
@Index('payout_attempt_payout', ['payoutId', 'number'], { unique: true })
@Index('payout_attempt_reference', ['provider', 'reference'], { unique: true })
@Index('payout_attempt_ours', ['reference'])
@Index('payout_attempt_recorded', ['provider', 'createdAt'])
export class PayoutAttemptRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('payout_id') payoutId: string;
  @CountColumn('attempt_no') number: number;
  @IdColumn('provider') provider: string;
  @TextColumn('reference', 64) reference: string;
  /** The provider's own of the bank. */
  @TextColumn('bank_code', 64) bankCode: string;
  /** waiting: for `submitAt`. failed: another attempt followed. */
  @TextColumn('state', 16) state: 'waiting' | 'submitted' | 'failed';
  @TextColumn('raw_code', 64) rawCode: string;
  @TextColumn('raw_message') rawMessage: string;
  /** Null where it did not have to wait. */
  @TimeColumn('submit_at', { nullable: true }) submitAt: number | null;
  /** When the provider that asked about it was told yes; null before. */
  @TimeColumn('approved_at', { nullable: true }) approvedAt: number | null;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('payout_answer')
@Index('payout_answer_payout', ['payoutId', 'createdAt'])
@Index('payout_answer_theirs', ['providerReference'])
export class PayoutAnswerRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('payout_id') payoutId: string;
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

/** An account at a bank that a user has paid, or is about to: with each payout to it the row changes, so that one follows the other. */
@Entity('payout_paid_account')
@Index('payout_paid_account_user', ['userId', 'bankCode', 'account'], { unique: true })
export class PaidAccountRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('bank_code', 32) bankCode: string;
  @TextColumn('account', 16) account: string;
  /** Empty before the first. */
  @IdColumn('last_payout_id') lastPayoutId: string;
}

export const PAYOUT_ROWS = [PayoutRow, PayoutAttemptRow, PayoutAnswerRow, PaidAccountRow];

export const PAYOUT_TABLES = {
  order: PayoutRow,
  attempt: PayoutAttemptRow,
  answer: PayoutAnswerRow,
  orderId: 'payoutId',
} as const;

const PAYOUT = tableOf(PayoutRow);
const ATTEMPT = tableOf(PayoutAttemptRow);

export function toPayout({ chargedKobo: _, settledAt, charges, ...row }: PayoutRow): Payout {
  return {
    ...row,
    amountKobo: kobo(row.amountKobo),
    costKobo: kobo(row.costKobo),
    charges: readCharges(charges),
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
  const nothingYet = { rawCode: '', rawMessage: '', approvedAt: null };
  return ATTEMPT.insert({ ...attempt, ...nothingYet, state, submitAt: submitAt ?? null, createdAt: COMMITTED_AT });
}
