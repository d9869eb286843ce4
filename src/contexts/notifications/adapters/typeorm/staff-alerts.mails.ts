import type { MailTemplate } from '../../../../kernel/mail.js';

export const staffAlertsMail: MailTemplate = {
  name: 'staff-alerts',
  class: 'other',
  toOperator: true,
  subject: 'To look at: {{count}} new',
  lead: 'This came in and waits for someone to look at it.',
  paragraphs: ['{{alerts}}', 'The next mail of this kind comes in five minutes at the earliest.'],
};
