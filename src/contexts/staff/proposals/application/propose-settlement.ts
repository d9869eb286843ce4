import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { SuspensePayments } from '../../../deposits/index.js';
import { proposalsFailures } from '../domain/proposals.failures.js';
import type { ProposedChange } from '../domain/proposal.js';
import { FindUser } from './find-user.js';
import { MakeProposal } from './make-proposal.js';

interface Common {
  readonly paymentId: string;
  readonly reason: string;
}

export type ProposedSettlement = Common &
  (
    | { readonly recipient: string }
    /** Names the transfer that paid it back. */
    | { readonly bankReference: string }
  );

/** That a payment leaves suspense, to a wallet or back to its payer. */
@Injectable()
export class ProposeSettlement {
  constructor(
    private readonly payments: SuspensePayments,
    private readonly findUser: FindUser,
    private readonly makeProposal: MakeProposal,
  ) {}

  /** @throws Failure `proposals.no_record`, `proposals.not_in_suspense`, and of FindUser and MakeProposal */
  async execute(proposed: ProposedSettlement, caller: MoneyCaller): Promise<string | Replayed> {
    const { paymentId, reason } = proposed;
    const payment = await this.payments.find(paymentId);
    if (!payment) throw new Failure(proposalsFailures.no_record);
    if (payment.status !== 'open') throw new Failure(proposalsFailures.not_in_suspense);
    const userId = 'recipient' in proposed ? (await this.findUser.execute(proposed.recipient, true)).id : '';
    const change: ProposedChange =
      'recipient' in proposed ? { kind: 'suspense_assign' } : { kind: 'suspense_return', bankReference: proposed.bankReference };
    const { amountKobo } = payment;
    return this.makeProposal.execute({ subject: `suspense:${paymentId}`, change, userId, amountKobo, reason }, caller);
  }
}
