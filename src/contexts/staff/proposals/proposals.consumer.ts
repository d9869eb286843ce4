import { Injectable } from '@nestjs/common';
import type { MailTemplate } from '../../../kernel/mail.js';
import { formatLagosTime } from '../../../kernel/lagos-time.js';
import { formatAmount, formatNaira, type Kobo, kobo } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import type { UserMessage } from '../../../kernel/told.js';
import { type User, Users } from '../../sign-in/index.js';
import { type BalancesAfter, type ConsumedJournal, JournalConsumer, type JournalView } from '../../../ledger/index.js';
import { Proposals } from './application/ports.js';
import { debtRecoveredMail, paymentAssignedMail, walletCreditedMail, walletDebitedMail } from './proposals.mails.js';
import type { Proposal } from './domain/proposal.js';

/** Tells the owners of wallets what staff did; of purchases their own consumer tells them. */
@Injectable()
@Contributes(JournalConsumer)
export class ProposalsConsumer extends JournalConsumer {
  readonly name = 'back_office';
  readonly kinds = ['adjustment'] as const;

  constructor(
    private readonly proposals: Proposals,
    private readonly users: Users,
  ) {
    super();
  }

  async view(journals: readonly ConsumedJournal[], balancesAfter: BalancesAfter): Promise<JournalView> {
    const proposals = await this.proposals.findMany(journals.map(({ subject }) => subject));
    const messages = await Promise.all(
      journals.map(async (journal) => {
        // Money that was returned has no user.
        const proposal = proposals.get(journal.subject);
        const user = proposal && proposal.userId !== '' ? await this.users.find(proposal.userId) : undefined;
        return proposal && user && !isWriteOff(proposal)
          ? [messageOf(proposal, user, journal, balancesAfter(journal.id, user.id))]
          : [];
      }),
    );
    return { messages: messages.flat() };
  }
}

/** Nothing leaves a wallet. */
function isWriteOff({ change }: Proposal): boolean {
  return change.kind === 'suspense_settle' && change.outcome === 'written_off';
}

function messageOf(
  proposal: Proposal,
  user: User,
  { id: reference, postedAt }: ConsumedJournal,
  balanceKobo: Kobo | undefined,
): UserMessage {
  const amountKobo = kobo(Math.abs(proposal.amountKobo));
  const { subject, message, template } = wordsFor(proposal, formatNaira(amountKobo));
  return {
    causeId: reference,
    user,
    notice: { subject, message, createdAt: postedAt },
    mail: {
      template,
      data: {
        name: user.firstName,
        amount: formatAmount(amountKobo),
        // Why a payment is whose is for the records only.
        ...(proposal.change.kind === 'wallet_adjust' ? { reason: proposal.reason } : {}),
        reference,
        time: formatLagosTime(postedAt),
        balance: balanceKobo === undefined ? '' : formatAmount(balanceKobo),
      },
    },
    push: { title: subject, body: message },
  };
}

function wordsFor(
  { change, amountKobo, reason }: Proposal,
  amount: string,
): { subject: string; message: string; template: MailTemplate } {
  if (change.kind === 'suspense_assign')
    return { subject: 'Deposit received', message: `${amount} has been added to your wallet.`, template: paymentAssignedMail };
  if (change.kind === 'suspense_settle')
    return {
      subject: 'Reversed deposit recovered',
      message: `The bank had taken back a deposit of ${amount} that you had spent. It has now left your wallet.`,
      template: debtRecoveredMail,
    };
  if (amountKobo > 0)
    return {
      subject: 'Wallet credited',
      message: `Our staff added ${amount} to your wallet: ${reason}`,
      template: walletCreditedMail,
    };
  return {
    subject: 'Wallet debited',
    message: `Our staff took ${amount} from your wallet: ${reason}`,
    template: walletDebitedMail,
  };
}
