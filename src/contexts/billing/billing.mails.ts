import type { MailTemplate } from '../../kernel/mail.js';
import type { PurchaseEnd } from './domain/purchase.js';

const PURCHASE = `Item: {{item}} ({{biller}})
Customer: {{customer}}
Amount: {{amount}}
Fees: {{fees}}
Reference: {{reference}}
Purchase: {{purchaseId}}`;

export const purchaseMails: Readonly<Record<PurchaseEnd, MailTemplate>> = {
  completed: {
    name: 'purchase-completed',
    subject: '{{item}} of {{amount}} was delivered',
    text: `Hello {{name}},

your purchase was delivered.
{{#if pin}}
Your token or PIN: {{pin}}
{{/if}}

${PURCHASE}`,
  },
  failed: {
    name: 'purchase-failed',
    subject: '{{item}} could not be delivered, {{total}} went back to your wallet',
    text: `Hello {{name}},

your purchase could not be delivered. {{total}} went back to your wallet.

${PURCHASE}`,
  },
  reversed: {
    name: 'purchase-reversed',
    subject: '{{item}} was taken back, {{total}} went back to your wallet',
    text: `Hello {{name}},

{{biller}} took back your purchase after its delivery. {{total}} went back to your wallet.

${PURCHASE}`,
  },
};
