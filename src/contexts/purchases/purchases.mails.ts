import type { MailFact, MailTemplate } from '../../kernel/mail.js';
import type { PurchaseEnd } from './domain/purchase.js';

const PURCHASE: readonly MailFact[] = [
  ['Item', '{{item}}'],
  ['Biller', '{{biller}}'],
  ['Customer', '{{customer}}'],
  ['Amount', '{{amount}}'],
  ['{{feeName}}', '{{fee}}'],
  ['{{surchargeName}}', '{{surcharge}}'],
  ['{{vatName}}', '{{vat}}'],
];
const RECORD: readonly MailFact[] = [
  ['Order', '{{order}}'],
  ['Reference', '{{reference}}'],
  ['Time', '{{time}}'],
];

export const purchaseMails: Readonly<Record<PurchaseEnd, MailTemplate>> = {
  completed: {
    name: 'purchase-completed',
    class: 'money',
    subject: '{{item}} of {{amount}} was delivered',
    greeting: 'Hello {{name}},',
    lead: 'Your purchase of {{item}} for {{amount}} was delivered.',
    facts: [...PURCHASE, ['Total paid', '{{total}}'], ...RECORD, ['Wallet balance', '{{balance}}']],
    warning: 'If this was not you, change your password in the app now, which signs all other devices out, and tell our support.',
  },
  failed: {
    name: 'purchase-failed',
    class: 'money',
    subject: '{{item}} could not be delivered, {{total}} went back to your wallet',
    greeting: 'Hello {{name}},',
    lead: 'Your purchase of {{item}} could not be delivered, and {{total}} went back to your wallet.',
    facts: [...PURCHASE, ['Paid back', '{{total}}'], ...RECORD, ['Balance afterwards', '{{balance}}']],
    warning: 'If you did not order this, change your password in the app now and tell our support.',
  },
  reversed: {
    name: 'purchase-reversed',
    class: 'money',
    subject: '{{item}} was taken back, {{total}} went back to your wallet',
    greeting: 'Hello {{name}},',
    lead: '{{biller}} took back {{item}} after its delivery, and {{total}} went back to your wallet.',
    facts: [...PURCHASE, ['Paid back', '{{total}}'], ...RECORD, ['Balance afterwards', '{{balance}}']],
    warning: 'If the item still works, or you do not know why it was taken back, tell our support.',
  },
};
