import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { kobo } from '../../../../kernel/money.js';
import { SuspensePayments } from '../../../deposits/index.js';
import { proposalsFailures } from '../domain/proposals.failures.js';
import { MakeProposal } from './make-proposal.js';

export interface ProposedDebtSettlement {
  readonly paymentId: string;
  readonly outcome: 'recovered' | 'written_off';
  readonly reason: string;
}

/** That what is owed since a deposit was reversed is taken from the wallet of who owes it, or given up. */
@Injectable()
export class ProposeDebtSettlement {
  constructor(
    private readonly payments: SuspensePayments,
    private readonly makeProposal: MakeProposal,
  ) {}

  /** @throws Failure `proposals.no_record`, `proposals.not_owed`, `proposals.no_debtor`, and of MakeProposal */
  async execute({ paymentId, outcome, reason }: ProposedDebtSettlement, caller: MoneyCaller): Promise<string | Replayed> {
    const debt = await this.payments.find(paymentId);
    if (!debt) throw new Failure(proposalsFailures.no_record);
    const { status, debtorId: userId } = debt;
    if (status !== 'owed') throw new Failure(proposalsFailures.not_owed);
    const isRecovered = outcome === 'recovered';
    if (isRecovered && userId === '') throw new Failure(proposalsFailures.no_debtor);
    const amountKobo = isRecovered ? kobo(-debt.amountKobo) : debt.amountKobo;
    const change = { kind: 'suspense_settle' as const, outcome };
    return this.makeProposal.execute({ subject: `suspense:${paymentId}`, change, userId, amountKobo, reason }, caller);
  }
}
