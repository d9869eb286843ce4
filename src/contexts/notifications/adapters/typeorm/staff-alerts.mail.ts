import type { MailTemplate } from '../../../../kernel/mail.js';

export const staffAlertsMail: MailTemplate = {
  name: 'staff-alerts',
  subject: 'To look at: {{count}}',
  text: `Hello,

this came in and waits for someone to look at it:

{{alerts}}

The next mail of this kind comes in five minutes at the earliest.`,
};
