import { Injectable } from '@nestjs/common';
import { type RawRequest, Replayed } from '../../kernel/caller.js';
import { Clock, MINUTE_MS } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { formatNaira } from '../../kernel/money.js';
import { Ledger, ledgerFailures } from '../../ledger/index.js';
import { resolvedWithin } from '../../kernel/timers.js';
import { BackgroundWork } from '../attempts/index.js';
import { type ApprovalQuestion, type PayoutApprovals, PayoutProviders } from '../banks/index.js';
import { SystemLogs } from '../system-logs/index.js';
import { type PayoutState, payoutFailures, Payouts, termsOf } from './payouts.js';

/** The token in the address that payout providers ask. */
export abstract class ApprovalToken {
  /** In constant time; false where none is set. */
  abstract is(token: string): boolean;
}

export interface ApprovalAnswer {
  readonly httpStatus: number;
  readonly body: object;
}

/** A provider that waits longer says no by itself. */
const ANSWER_WITHIN_MS = 800;

/** Tells a provider whether we ordered the payout that it is about to pay, so that a thief of its key pays nobody. */
@Injectable()
export class AuthorizePayout {
  constructor(
    private readonly providers: PayoutProviders,
    private readonly payouts: Payouts,
    private readonly ledger: Ledger,
    private readonly token: ApprovalToken,
    private readonly systemLogs: SystemLogs,
    private readonly background: BackgroundWork,
    private readonly clock: Clock,
  ) {}

  knownProvider(provider: unknown): string | undefined {
    return typeof provider === 'string' && this.providers.find(provider)?.approvals ? provider : undefined;
  }

  /** @throws Failure `payouts.no_payout` for a provider that asks nothing */
  async execute(name: string, token: string, request: RawRequest): Promise<ApprovalAnswer> {
    const approvals = this.providers.find(name)?.approvals;
    if (!approvals) throw new Failure(payoutFailures.no_payout);
    const judging = this.judged(name, approvals, token, request).catch(() => 'it could not be looked up');
    const reason = await resolvedWithin(
      ANSWER_WITHIN_MS,
      judging.then((against) => ({ against })),
    );
    const against = reason ? reason.against : 'the look-up took too long';
    if (against !== undefined) void this.background.keep('telling staff of a refused payout', this.tellStaff(name, against));
    return approvals.answer(against === undefined);
  }

  /** The reason against a yes, which is recorded; undefined for yes. */
  private async judged(
    provider: string,
    approvals: PayoutApprovals,
    token: string,
    request: RawRequest,
  ): Promise<string | undefined> {
    if (!this.token.is(token)) return 'the token of the address is wrong';
    const question = await approvals.read(request);
    if (!question) return 'it is not authentic, or names nothing that is known';
    const { reference } = question;
    const state = await this.payouts.findByReference(provider, reference);
    if (!state) return `there is no payout with the reference ${reference.slice(0, 40)}`;
    const against = reasonAgainst(state, question);
    if (against !== undefined) return against;
    if (!(await this.isHeld(state))) return `the ledger holds nothing for payout ${state.payout.id} as its rows say it`;
    const approvedAt = await this.payouts.approve(state.attempt);
    const isNewOrRepeated = approvedAt === undefined || this.clock.now() - approvedAt < approvals.repeatsWithinMs;
    return isNewOrRepeated ? undefined : `payout ${state.payout.id} was approved before`;
  }

  /** Whether the ledger has given its word for exactly this: rows alone prove nothing. */
  private async isHeld(state: PayoutState): Promise<boolean> {
    const { provider, reference } = state.attempt;
    const terms = termsOf(state);
    try {
      const committed = await this.ledger.commit({
        idempotencyKey: { scope: 'system', action: 'payout.approve', key: `${provider}:${reference}`, fingerprint: terms },
        submits: { subject: state.payout.id, terms, isAgain: true },
        response: null,
      });
      // A hold of the version before has no terms to compare.
      return committed instanceof Replayed ? committed.record.fingerprint === terms : true;
    } catch (error) {
      if (error instanceof Failure && error.is(ledgerFailures.hold_mismatch)) return false;
      throw error;
    }
  }

  private tellStaff(provider: string, reason: string): Promise<void> {
    // Writes one log a minute, for any number of questions.
    const minute = Math.floor(this.clock.now() / MINUTE_MS);
    return this.systemLogs.record({
      kind: 'error',
      key: `payout.approval:${provider}:${minute}`,
      description: `${provider} asked about a payout that was refused: ${reason}. Somebody else may have its key: look at the transfers in its dashboard, and change the key.`,
    });
  }
}

/** Undefined where the question is about this payout, and it may be paid. */
function reasonAgainst({ payout, attempt }: PayoutState, question: ApprovalQuestion): string | undefined {
  const { reference, amountKobo, destination } = question;
  if (attempt.reference !== reference) return `payout ${payout.id} was handed on to another attempt`;
  if (payout.status !== 'pending') return `payout ${payout.id} has ended`;
  if (attempt.submitAt !== undefined) return `payout ${payout.id} was not submitted yet`;
  if (payout.amountKobo !== amountKobo)
    return `payout ${payout.id} is of ${formatNaira(payout.amountKobo)}, not ${formatNaira(amountKobo)}`;
  if (payout.account !== destination.account || attempt.bankCode !== destination.bankCode)
    return `payout ${payout.id} goes to another account`;
  return undefined;
}
