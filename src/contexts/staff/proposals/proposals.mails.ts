import type { MailFact, MailTemplate } from '../../../kernel/mail.js';

const AMOUNT: MailFact = ['Amount', '{{amount}}'];
const RECORD: readonly MailFact[] = [
  ['Reference', '{{reference}}'],
  ['Time', '{{time}}'],
  ['Balance afterwards', '{{balance}}'],
];
const ADJUSTMENT: readonly MailFact[] = [AMOUNT, ['Reason', '{{reason}}'], ...RECORD];

export const paymentAssignedMail: MailTemplate = {
  name: 'payment-assigned',
  class: 'money',
  subject: 'Your payment of {{amount}} has arrived',
  greeting: 'Hello {{name}},',
  lead: 'A payment of {{amount}} arrived without a deposit order. Our staff found that it is yours, and it is in your wallet now.',
  facts: [AMOUNT, ...RECORD],
  warning: 'If you did not pay this in, leave the money where it is and tell our support.',
};

export const debtRecoveredMail: MailTemplate = {
  name: 'debt-recovered',
  class: 'money',
  subject: '{{amount}} of a reversed deposit was taken from your wallet',
  greeting: 'Hello {{name}},',
  lead: 'The bank had taken back a deposit of {{amount}} that you had spent. It has now been taken from your wallet, and you owe nothing for it any more.',
  facts: [AMOUNT, ...RECORD],
  warning: 'If you think that this deposit was yours to keep, ask our support.',
};

export const walletCreditedMail: MailTemplate = {
  name: 'wallet-credited',
  class: 'money',
  subject: '{{amount}} was added to your wallet',
  greeting: 'Hello {{name}},',
  lead: 'Our staff added {{amount}} to your wallet.',
  facts: ADJUSTMENT,
  warning: 'If you do not know why, ask our support.',
};

export const walletDebitedMail: MailTemplate = {
  name: 'wallet-debited',
  class: 'money',
  subject: '{{amount}} was taken from your wallet',
  greeting: 'Hello {{name}},',
  lead: 'Our staff took {{amount}} from your wallet.',
  facts: ADJUSTMENT,
  warning: 'If you do not know why, ask our support.',
};
