import type { MailTemplate } from '../../kernel/mail.js';

export const depositReceivedMail: MailTemplate = {
  name: 'deposit-received',
  subject: '{{amount}} has arrived in your wallet',
  text: `Hello {{name}},

your deposit of {{amount}} has arrived and is in your wallet now. The order's id is {{orderId}}.`,
};

export const depositReversedMail: MailTemplate = {
  name: 'deposit-reversed',
  subject: 'Your deposit of {{amount}} was reversed',
  text: `Hello {{name}},

the bank took back your deposit of {{amount}}, so it does not count in your wallet any more. The order's id is {{orderId}}.`,
};
