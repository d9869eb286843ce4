import { Injectable } from '@nestjs/common';
import { type MoneyCaller, Replayed } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { storedResult } from '../../../../kernel/idempotency-records.js';
import { newId } from '../../../../kernel/ids.js';
import { type Kobo, toDecimal, ZERO_KOBO } from '../../../../kernel/money.js';
import { Audit } from '../../../audit/index.js';
import { Ledger } from '../../../../ledger/index.js';
import { proposalsFailures } from '../domain/proposals.failures.js';
import type { Proposal, ProposedChange } from '../domain/proposal.js';
import { Proposals } from './ports.js';
import { RequiredApprovals } from './required-approvals.js';

export interface NewProposal extends Pick<Proposal, 'subject' | 'change' | 'userId' | 'amountKobo' | 'reason'> {
  /** Held money that goes where it was meant for, beside the amount. */
  readonly heldKobo?: Kobo;
}

@Injectable()
export class MakeProposal {
  constructor(
    private readonly proposals: Proposals,
    private readonly requiredApprovals: RequiredApprovals,
    private readonly ledger: Ledger,
    private readonly audit: Audit,
  ) {}

  /** @throws Failure `proposals.own_wallet`; `proposals.already_proposed`: a user's wallet may have several open ones, anything else one */
  async execute(
    { heldKobo = ZERO_KOBO, ...given }: NewProposal,
    { userId, ip, idempotencyKey }: MoneyCaller,
  ): Promise<string | Replayed> {
    const { subject, change, amountKobo, reason } = given;
    if (given.userId === userId) throw new Failure(proposalsFailures.own_wallet);
    if (change.kind !== 'wallet_adjust' && (await this.proposals.hasOpen(subject)))
      throw new Failure(proposalsFailures.already_proposed);
    const id = newId();
    const proposal: Proposal = {
      ...given,
      id,
      approvals: await this.requiredApprovals.ofNew(given, heldKobo),
      status: 'proposed',
      proposedBy: userId,
      approvedBy: '',
      decidedBy: '',
      comment: '',
      decidedAt: undefined,
      createdAt: 0,
    };
    const after = { proposal: id, amount: toDecimal(amountKobo), reason, ...audited(change) };
    const committed = await this.ledger.commit({
      idempotencyKey,
      inserts: [
        this.proposals.insert(proposal),
        this.audit.toRow({ staffId: userId, action: idempotencyKey.action, subject, after, ip }),
      ],
      subjectId: id,
      response: storedResult(id),
    });
    return committed instanceof Replayed ? committed : id;
  }
}

function audited(change: ProposedChange): Readonly<Record<string, unknown>> {
  if ('word' in change) return { outcome: change.outcome, provider: change.word };
  if ('outcome' in change) return { outcome: change.outcome };
  if (change.kind === 'settlement_create' || change.kind === 'statement_settle')
    return { settlement: JSON.parse(change.entry) as unknown };
  return change.kind === 'tariff_propose' ? { tariff: JSON.parse(change.entry) as unknown } : {};
}
