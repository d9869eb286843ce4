import { Injectable } from '@nestjs/common';
import type { MoneyCaller } from '../../../kernel/caller.js';
import { newId } from '../../../kernel/ids.js';
import { type Kobo, kobo } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import { type AccountId, ADJUSTMENTS_ACCOUNT, type LedgerChange } from '../../../ledger/index.js';
import { Optional, SignedAmount, Text } from '../../../platform/http/input.decorators.js';
import { Operation } from '../../../platform/http/operation.decorator.js';
import { LEDGER_FAILURES } from '../../wallet/wallet.presenters.js';
import { ProposalKind, type ProposalMessage, type ShownChange } from './proposal-kind.js';
import type { Proposal, ProposedChange } from './proposal.js';
import { walletCreditedMail, walletDebitedMail } from './proposals.mails.js';
import { ALREADY_PROPOSED, DECIDES, LEAVING, OWN_WALLET, PROPOSES, REASON, UNKNOWN_USER, USER } from './proposals.presenters.js';
import { Proposals } from './proposals.js';

class WalletAdjustInput {
  @Text(USER) emal: string;
  @SignedAmount() amount: Kobo;
  @Text(REASON) reason: string;
  @Optional() @Text() ticket?: string;
}

interface AdjustmentChange extends ProposedChange {
  /** Empty where there is none. */
  readonly ticket: string;
}

/** A proposal to add an amount to a wallet, or to take it from it. */
@Injectable()
@Contributes(ProposalKind)
export class WalletAdjustment extends ProposalKind<AdjustmentChange> {
  override readonly kind = 'wallet_adjust';
  override readonly words = 'adjust the wallet';
  override readonly mayRepeat = true;

  constructor(private readonly proposals: Proposals) {
    super();
  }

  @Operation('control_wallet_adjust', {
    ...PROPOSES,
    permission: DECIDES,
    failures: [UNKNOWN_USER, LEAVING, OWN_WALLET, ALREADY_PROPOSED, ...LEDGER_FAILURES],
    summary:
      'Proposes to add an amount to a wallet, or to take it where it is negative; the reason is told to its owner. Two approvals are needed where it is over 1,000,000.00 Naira together with what else staff propose for the wallet, or carried out within 24 hours.',
  })
  async propose({ emal: user, amount: amountKobo, reason, ticket = '' }: WalletAdjustInput, caller: MoneyCaller) {
    const { id: userId } = await this.proposals.findUser(user, amountKobo > 0);
    const change = { kind: this.kind, ticket } as const;
    return this.proposals.propose(this, { subject: `user:${userId}`, change, userId, amountKobo, reason }, caller);
  }

  override isAheadOfProvider(): boolean {
    return false;
  }

  override async change({ id, userId, amountKobo, reason }: Proposal<AdjustmentChange>): Promise<LedgerChange> {
    const note = `Adjustment: ${reason}`;
    const postings = [
      { account: ADJUSTMENTS_ACCOUNT, amountKobo: kobo(-amountKobo), note },
      { account: userId, amountKobo, note },
    ];
    return { journal: { id: newId(), kind: 'adjustment', subject: id, postings } };
  }

  override async accountsOf({ userId }: Proposal<AdjustmentChange>): Promise<AccountId[]> {
    return [userId];
  }

  override shown({ ticket }: AdjustmentChange): ShownChange {
    return { ticket };
  }

  override credits({ amountKobo }: Proposal<AdjustmentChange>): boolean {
    return amountKobo > 0;
  }

  override messageOf({ amountKobo, reason }: Proposal<AdjustmentChange>, amount: string): ProposalMessage {
    return amountKobo > 0
      ? {
          subject: 'Wallet credited',
          message: `Our staff added ${amount} to your wallet: ${reason}`,
          template: walletCreditedMail,
          reason,
        }
      : {
          subject: 'Wallet debited',
          message: `Our staff took ${amount} from your wallet: ${reason}`,
          template: walletDebitedMail,
          reason,
        };
  }
}
