import { Injectable } from '@nestjs/common';
import { formatLagosTime } from '../../../kernel/lagos-time.js';
import { formatAmount, formatNaira, type Kobo, kobo } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import type { UserMessage } from '../../../kernel/told.js';
import { type User, Users } from '../../sign-in/index.js';
import { type BalancesAfter, type ConsumedJournal, JournalConsumer, type JournalView } from '../../../ledger/index.js';
import { type Proposal, ProposalStore } from './proposal.js';
import type { ProposalMessage } from './proposal-kind.js';
import { ProposalEffects } from './proposals.js';

/** Tells the owners of wallets about decisions of staff. Purchases have a consumer of their own. */
@Injectable()
@Contributes(JournalConsumer)
export class ProposalsConsumer extends JournalConsumer {
  readonly name = 'back_office';
  readonly kinds = ['adjustment'] as const;

  constructor(
    private readonly store: ProposalStore,
    private readonly effects: ProposalEffects,
    private readonly users: Users,
  ) {
    super();
  }

  async view(journals: readonly ConsumedJournal[], balancesAfter: BalancesAfter): Promise<JournalView> {
    const proposals = await this.store.findMany(journals.map(({ subject }) => subject));
    const messages = await Promise.all(
      journals.map(async (journal) => {
        // Money that was returned has no user.
        const proposal = proposals.get(journal.subject);
        const user = proposal && proposal.userId !== '' ? await this.users.find(proposal.userId) : undefined;
        if (!proposal || !user) return [];
        const words = this.effects.kindOf(proposal.change).messageOf(proposal, amountOf(proposal, formatNaira));
        return words ? [messageOf(proposal, words, user, journal, balancesAfter(journal.id, user.id))] : [];
      }),
    );
    return { messages: messages.flat() };
  }
}

function amountOf({ amountKobo }: Proposal, format: (amount: Kobo) => string): string {
  return format(kobo(Math.abs(amountKobo)));
}

function messageOf(
  proposal: Proposal,
  { subject, message, template, reason }: ProposalMessage,
  user: User,
  { id: reference, postedAt }: ConsumedJournal,
  balanceKobo: Kobo | undefined,
): UserMessage {
  return {
    causeId: reference,
    user,
    notice: { subject, message, createdAt: postedAt },
    mail: {
      template,
      data: {
        name: user.firstName,
        amount: amountOf(proposal, formatAmount),
        ...(reason === undefined ? {} : { reason }),
        reference,
        time: formatLagosTime(postedAt),
        balance: balanceKobo === undefined ? '' : formatAmount(balanceKobo),
      },
    },
    push: { title: subject, body: message },
  };
}
