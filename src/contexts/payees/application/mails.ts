import type { MailTemplate } from '../../../kernel/mail.js';

const WARNING =
  'If this was not you, change your password in the app now, which signs all other devices out, and tell our support.';

export const PAYEE_ADDED: MailTemplate = {
  name: 'payee-added',
  class: 'security',
  subject: 'A payee was saved',
  lead: '{{payee}} was saved as a payee of your account.',
  facts: [
    ['Name', '{{payee}}'],
    ['Where', '{{to}}'],
    ['Time', '{{time}}'],
  ],
  warning: WARNING,
};

export const FIRST_PAYMENT: MailTemplate = {
  name: 'first-payment',
  class: 'security',
  subject: 'You paid to an account for the first time',
  lead: 'You paid to {{payee}} for the first time.',
  facts: [
    ['Name', '{{payee}}'],
    ['Account', '{{to}}'],
    ['Time', '{{time}}'],
  ],
  warning: WARNING,
};
