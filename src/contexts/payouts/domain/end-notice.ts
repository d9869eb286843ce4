import { formatNaira } from '../../../kernel/money.js';
import { paidKobo } from '../../../kernel/charges.js';
import { maskedAccount } from './masked-account.js';
import type { Payout, PayoutEnd } from './payout.js';

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
