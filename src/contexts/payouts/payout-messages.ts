import { formatNaira, formatAmount, type Kobo } from '../../kernel/money.js';
import { paidKobo, shownCharges } from '../../kernel/charges.js';
import { maskedAccount, type Payout, type PayoutEnd, Payouts } from './payouts.js';
import type { MailFact, MailTemplate } from '../../kernel/mail.js';
import { formatLagosTime } from '../../kernel/lagos-time.js';
import type { UserMessage } from '../../kernel/told.js';
import { UserMessages } from '../notifications/index.js';
import { type User, Users } from '../sign-in/index.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Wallets } from '../../ledger/index.js';

export interface PayoutNotice {
  readonly subject: string;
  readonly message: string;
}

export function endNotice(payout: Payout, end: PayoutEnd): PayoutNotice {
  const to = `${payout.name}, ${maskedAccount(payout)}`;
  const amount = formatNaira(payout.amountKobo);
  const returned = `${formatNaira(paidKobo(payout))} went back to your wallet.`;
  switch (end) {
    case 'completed':
      return { subject: 'Payout sent', message: `${amount} was sent to ${to}.` };
    case 'failed':
      return { subject: 'Payout failed', message: `${amount} to ${to} could not be sent. ${returned}` };
    case 'reversed':
      return { subject: 'Payout returned', message: `${amount} to ${to} was returned by the bank. ${returned}` };
  }
}

export function onItsWayNotice(payout: Payout): PayoutNotice {
  const to = `${payout.name}, ${maskedAccount(payout)}`;
  return {
    subject: 'Payout on its way',
    message: `${formatNaira(payout.amountKobo)} is on its way to ${to}. We tell you when the bank has it.`,
  };
}

const PAYOUT: readonly MailFact[] = [
  ['Amount', '{{amount}}'],
  ['{{feeName}}', '{{fee}}'],
  ['{{dutyName}}', '{{duty}}'],
  ['{{vatName}}', '{{vat}}'],
  ['To', '{{recipient}}'],
  ['Bank', '{{bank}}'],
  ['Account', '{{account}}'],
  ['Narration', '{{narration}}'],
];
const RECORD: readonly MailFact[] = [
  ['Payout', '{{payout}}'],
  ['Session ID', '{{session}}'],
  ['Time', '{{time}}'],
];
const NOT_ME =
  'If this was not you, change your password in the app now and tell our support. The new password signs all other devices out.';

export const payoutMails: Readonly<Record<PayoutEnd, MailTemplate>> = {
  completed: {
    name: 'payout-completed',
    class: 'money',
    subject: '{{amount}} was sent to {{recipient}}',
    greeting: 'Hello {{name}},',
    lead: 'You sent {{amount}} from your wallet to the account of {{recipient}} at {{bank}}.',
    facts: [...PAYOUT, ['Total', '{{total}}'], ...RECORD, ['Wallet balance', '{{balance}}']],
    warning: NOT_ME,
  },
  failed: {
    name: 'payout-failed',
    class: 'money',
    subject: '{{amount}} could not be sent, {{total}} went back to your wallet',
    greeting: 'Hello {{name}},',
    lead: 'Your payout of {{amount}} to {{recipient}} at {{bank}} could not be made, and {{total}} went back to your wallet.',
    facts: [...PAYOUT, ['Paid back', '{{total}}'], ...RECORD, ['Balance afterwards', '{{balance}}']],
    warning: 'If you did not order this, change your password in the app now and tell our support.',
  },
  reversed: {
    name: 'payout-returned',
    class: 'money',
    subject: '{{amount}} was returned, {{total}} went back to your wallet',
    greeting: 'Hello {{name}},',
    lead: '{{bank}} returned {{amount}} that you sent to {{recipient}}, and {{total}} went back to your wallet.',
    facts: [...PAYOUT, ['Paid back', '{{total}}'], ...RECORD, ['Balance afterwards', '{{balance}}']],
    warning: 'If the receiver has the money all the same, tell our support.',
  },
};

export const payoutOnItsWayMail: MailTemplate = {
  name: 'payout-on-its-way',
  class: 'money',
  subject: '{{amount}} is on its way to {{recipient}}',
  greeting: 'Hello {{name}},',
  lead: 'Your payout of {{amount}} is on its way to the account of {{recipient}} at {{bank}}. We write again when the bank has it, or when it comes back to your wallet.',
  facts: [...PAYOUT, ['Total', '{{total}}'], ['Payout', '{{payout}}'], ['Time', '{{time}}'], ['Wallet balance', '{{balance}}']],
  warning: NOT_ME,
};

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

/** Tells the payer of a payout that has no end yet. */
@Injectable()
export class TellOnItsWay {
  constructor(
    private readonly payouts: Payouts,
    private readonly users: Users,
    private readonly messages: UserMessages,
    private readonly wallets: Wallets,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(payoutId: string): Promise<void> {
    const payout = (await this.payouts.find(payoutId))?.payout;
    if (payout?.status !== 'pending') return;
    const user = await this.users.find(payout.userId);
    if (!user) return;
    const balanceKobo = await this.wallets.balanceOf(user.id);
    const told = { payout, user, causeId: `${payoutId}:way`, at: this.clock.now(), balanceKobo };
    const write = await this.messages.prepareAll([messageOf(told, onItsWayNotice(payout), payoutOnItsWayMail)]);
    await this.unitOfWork.run(write);
  }
}
