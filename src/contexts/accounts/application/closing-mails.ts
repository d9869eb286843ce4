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

/** Whether the owner asked for it is not known for certain. */
export const CLOSING_BY_STAFF: MailTemplate = {
  name: 'closing-by-staff',
  class: 'security',
  subject: 'Your account will be closed on {{date}}',
  greeting: 'Hello {{firstName}},',
  lead: 'Our support is closing your account. All devices were signed out, and nobody can send money to it any more.',
  facts: [
    ['Begun', '{{time}}'],
    ['Closed for good on', '{{date}}'],
  ],
  paragraphs: [
    'On {{date}} we erase your personal data, except for the records of payments that the law makes us keep for seven years.',
    'Until then you can keep your account: sign in, and it stays open.',
  ],
  warning: 'If you did not ask us for it, sign in now and tell our support.',
};

export const CLOSING_PUT_OFF: MailTemplate = {
  name: 'closing-put-off',
  class: 'security',
  subject: 'Your account is not closed yet: there is money in it',
  greeting: 'Hello {{firstName}},',
  lead: 'Your account was to be closed today, but {{amount}} arrived in it meanwhile.',
  facts: [
    ['Balance', '{{amount}}'],
    ['Closed otherwise on', '{{date}}'],
  ],
  paragraphs: ['Please sign in, which opens the account again, and take the money out. If it is to be closed, close it then.'],
};

export const ACCOUNT_CLOSED: MailTemplate = {
  name: 'account-closed',
  class: 'security',
  subject: 'Your account was closed',
  greeting: 'Hello {{firstName}},',
  lead: 'Your account was closed for good.',
  facts: [['Closed', '{{time}}']],
  paragraphs: [
    'Your personal data are being erased, except for the records of payments that the law makes us keep for seven years.',
    'This is the last mail about this account. You can register again with this address at any time.',
  ],
};
