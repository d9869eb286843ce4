import type { MailTemplate } from '../../../../kernel/mail.js';

export const SUSPENSION: MailTemplate = {
  name: 'account-suspended',
  class: 'other',
  subject: 'Your account is suspended',
  greeting: 'Hello {{name}},',
  lead: 'Your account was suspended. {{facts}}',
  facts: [
    ['Reason', '{{reason}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['If you think that this is wrong, please tell our support.'],
};

export const SESSION_ENDED: MailTemplate = {
  name: 'session-ended',
  class: 'security',
  subject: 'You were signed out of your account',
  greeting: 'Hello {{name}},',
  lead: 'Our support signed you out of your account.',
  facts: [
    ['Devices', '{{device}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['You can sign in again with your password.'],
  warning: 'If you did not ask for it, change your password in the app now, and tell our support if anything looks wrong.',
};
