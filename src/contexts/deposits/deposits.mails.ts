import type { MailTemplate } from '../../kernel/mail.js';

export const depositReceivedMail: MailTemplate = {
  name: 'deposit-received',
  class: 'money',
  subject: 'Your deposit of {{amount}} has arrived',
  greeting: 'Hello {{name}},',
  lead: 'Your deposit of {{amount}} has arrived and is in your wallet now.',
  facts: [
    ['Amount', '{{amount}}'],
    ['Amount of the order', '{{ordered}}'],
    ['Order', '{{order}}'],
    ['Reference', '{{reference}}'],
    ['Time', '{{time}}'],
    ['Balance afterwards', '{{balance}}'],
  ],
  warning: 'If you did not pay this in, leave the money where it is and tell our support.',
};

export const depositReversedMail: MailTemplate = {
  name: 'deposit-reversed',
  class: 'money',
  subject: 'Your deposit of {{amount}} was taken back',
  greeting: 'Hello {{name}},',
  lead: 'The bank took back your deposit of {{amount}}, so the money has left your wallet again.',
  facts: [
    ['Amount', '{{amount}}'],
    ['Order', '{{order}}'],
    ['Reference', '{{reference}}'],
    ['Time', '{{time}}'],
    ['Balance afterwards', '{{balance}}'],
  ],
  warning: 'If you do not know why, ask the bank that you paid from, or our support.',
};
