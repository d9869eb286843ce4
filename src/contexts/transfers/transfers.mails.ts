import type { MailTemplate } from '../../kernel/mail.js';

export const transferSentMail: MailTemplate = {
  name: 'transfer-sent',
  class: 'money',
  subject: 'You sent {{amount}} to {{other}}',
  greeting: 'Hello {{name}},',
  lead: 'You sent {{amount}} to {{other}} from your wallet.',
  facts: [
    ['Amount', '{{amount}}'],
    ['{{feeName}}', '{{fee}}'],
    ['{{dutyName}}', '{{duty}}'],
    ['{{vatName}}', '{{vat}}'],
    ['Total', '{{total}}'],
    ['To', '{{other}}, {{otherAddress}}'],
    ['Narration', '{{narration}}'],
    ['Reference', '{{reference}}'],
    ['Time', '{{time}}'],
    ['Balance afterwards', '{{balance}}'],
  ],
  warning: 'If this was not you, change your password in the app now, which signs all other devices out, and tell our support.',
};

export const transferReceivedMail: MailTemplate = {
  name: 'transfer-received',
  class: 'money',
  subject: 'You received {{amount}} from {{other}}',
  greeting: 'Hello {{name}},',
  lead: '{{other}} sent you {{amount}}. It is in your wallet now.',
  facts: [
    ['Amount', '{{amount}}'],
    ['From', '{{other}}, {{otherAddress}}'],
    ['Narration', '{{narration}}'],
    ['Reference', '{{reference}}'],
    ['Time', '{{time}}'],
    ['Balance afterwards', '{{balance}}'],
  ],
  warning: 'If you do not know the sender, leave the money where it is and tell our support. Do not send it back yourself.',
};
