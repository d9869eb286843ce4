import type { MailTemplate } from '../../../kernel/mail.js';

export const ACCOUNT_CLOSING: MailTemplate = {
  name: 'account-closing',
  class: 'security',
  subject: 'Your account will be closed on {{date}}',
  greeting: 'Hello {{firstName}},',
  lead: 'Your account is being closed, as you asked. All devices were signed out, and nobody can send money to it any more.',
  facts: [
    ['Asked for', '{{time}}'],
    ['Closed for good on', '{{date}}'],
  ],
  paragraphs: [
    'On {{date}} we erase your personal data, except for the records of payments that the law makes us keep for seven years.',
    'Until then you can come back: sign in, and the account stays open.',
  ],
  warning: 'If you did not close it, sign in now and change your password.',
};

export const CLOSING_PUT_OFF: MailTemplate = {
  name: 'closing-put-off',
  class: 'security',
  subject: 'Your account is not closed yet: there is money in it',
  greeting: 'Hello {{firstName}},',
  lead: 'Your account was to be closed today, but {{amount}} arrived in it after you closed it.',
  facts: [
    ['Balance', '{{amount}}'],
    ['Closed otherwise on', '{{date}}'],
  ],
  paragraphs: ['Please sign in, which opens the account again, take the money out and close it once more.'],
};

export const ACCOUNT_CLOSED: MailTemplate = {
  name: 'account-closed',
  class: 'security',
  subject: 'Your account was closed',
  greeting: 'Hello {{firstName}},',
  lead: 'Your account was closed for good, as you asked.',
  facts: [['Closed', '{{time}}']],
  paragraphs: [
    'Your personal data are being erased, except for the records of payments that the law makes us keep for seven years.',
    'This is the last mail about this account. You can register again with this address at any time.',
  ],
};
