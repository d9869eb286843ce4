import type { MailFact, MailTemplate } from '../../../kernel/mail.js';
import type { PayoutEnd } from '../domain/payout.js';

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
  'If this was not you, change your password in the app now, which signs all other devices out, and tell our support.';

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
