import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../../kernel/caller.js';
import type { Kobo } from '../../../../kernel/money.js';
import { FindUser } from './find-user.js';
import { MakeProposal } from './make-proposal.js';

export interface ProposedAdjustment {
  /** E-mail address or reference id. */
  readonly user: string;
  /** Not zero; negative: taken from the wallet. */
  readonly amountKobo: Kobo;
  readonly reason: string;
  /** Empty where there is none. */
  readonly ticket: string;
}

@Injectable()
export class ProposeAdjustment {
  constructor(
    private readonly findUser: FindUser,
    private readonly makeProposal: MakeProposal,
  ) {}

  /** @throws Failure of FindUser and MakeProposal */
  async execute({ user, amountKobo, reason, ticket }: ProposedAdjustment, caller: MoneyCaller): Promise<string | Replayed> {
    const { id: userId } = await this.findUser.execute(user, amountKobo > 0);
    const change = { kind: 'wallet_adjust' as const, ticket };
    return this.makeProposal.execute({ subject: `user:${userId}`, change, userId, amountKobo, reason }, caller);
  }
}
