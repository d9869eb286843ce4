import type { MailTemplate } from '../../kernel/mail.js';

export const transferSentMail: MailTemplate = {
  name: 'transfer-sent',
  subject: 'You sent {{amount}}',
  text: `Hello {{name}},

you sent {{amount}} to {{other}}. The transfer's id is {{transferId}}.

If this was not you, please change your password and contact us at once.`,
};

export const transferReceivedMail: MailTemplate = {
  name: 'transfer-received',
  subject: 'You received {{amount}}',
  text: `Hello {{name}},

{{other}} sent you {{amount}}. It is in your wallet now. The transfer's id is {{transferId}}.`,
};
