import type { MailTemplate } from '../../kernel/mail.js';

export const depositReceivedMail: MailTemplate = {
  name: 'deposit-received',
  subject: '{{amount}} has arrived in your wallet',
  text: `Hello {{name}},

your deposit of {{amount}} has arrived and is in your wallet now. The order's id is {{orderId}}.`,
};
