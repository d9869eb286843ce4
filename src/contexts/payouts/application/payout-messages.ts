import { paidKobo, shownCharges } from '../../../kernel/charges.js';
import { formatLagosTime } from '../../../kernel/lagos-time.js';
import type { MailTemplate } from '../../../kernel/mail.js';
import { formatAmount, type Kobo } from '../../../kernel/money.js';
import type { UserMessage } from '../../notifications/index.js';
import type { User } from '../../sign-in/index.js';
import type { PayoutNotice } from '../domain/end-notice.js';
import type { Payout } from '../domain/payout.js';

export interface ToldOfPayout {
  readonly payout: Payout;
  readonly user: User;
  /** A user gets one message about it. */
  readonly causeId: string;
  readonly at: number;
  readonly balanceKobo: Kobo | undefined;
}

/** Notice, mail and push of a payout for its payer. */
export function messageOf(told: ToldOfPayout, { subject, message }: PayoutNotice, template: MailTemplate): UserMessage {
  const { causeId, user, at } = told;
  return {
    causeId,
    user,
    notice: { subject, message, createdAt: at },
    mail: { template, data: mailData(told) },
    push: { title: subject, body: message },
  };
}

function mailData({ payout, user, at, balanceKobo }: ToldOfPayout) {
  return {
    name: user.firstName,
    recipient: payout.name,
    bank: payout.bankName,
    account: `******${payout.account.slice(-4)}`,
    amount: formatAmount(payout.amountKobo),
    ...shownCharges(payout),
    total: formatAmount(paidKobo(payout)),
    narration: payout.note,
    payout: payout.id,
    session: payout.sessionId,
    time: formatLagosTime(at),
    balance: balanceKobo === undefined ? '' : formatAmount(balanceKobo),
  };
}
