import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { SuspensePayments } from '../../../deposits/index.js';
import { proposalsFailures } from '../domain/proposals.failures.js';
import { FindUser } from './find-user.js';
import { MakeProposal } from './make-proposal.js';
import { type Return, ReturnPayment } from './return-payment.js';

interface Common {
  readonly paymentId: string;
  readonly reason: string;
}

export type ProposedSettlement = Common & ({ readonly recipient: string } | { readonly giveBack: Return });

/** That a payment leaves suspense, to a wallet or back to its payer. */
@Injectable()
export class ProposeSettlement {
  constructor(
    private readonly payments: SuspensePayments,
    private readonly returnPayment: ReturnPayment,
    private readonly findUser: FindUser,
    private readonly makeProposal: MakeProposal,
  ) {}

  /** @throws Failure `proposals.no_record`, `proposals.not_in_suspense`, and of FindUser, ReturnPayment and MakeProposal */
  async execute(proposed: ProposedSettlement, caller: MoneyCaller): Promise<string | Replayed> {
    const { paymentId, reason } = proposed;
    const payment = await this.payments.find(paymentId);
    if (!payment) throw new Failure(proposalsFailures.no_record);
    if (payment.status !== 'open') throw new Failure(proposalsFailures.not_in_suspense);
    const userId = 'recipient' in proposed ? (await this.findUser.execute(proposed.recipient, true)).id : '';
    const change = 'recipient' in proposed ? ({ kind: 'suspense_assign' } as const) : proposed.giveBack;
    if (change.kind === 'suspense_return') await this.returnPayment.check(payment, change);
    const { amountKobo } = payment;
    return this.makeProposal.execute({ subject: `suspense:${paymentId}`, change, userId, amountKobo, reason }, caller);
  }
}
