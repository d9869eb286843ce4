import { airtime, balanceOf, deposit } from './money.js';
import { decide } from './office.js';
import type { Step } from './step.js';
import { emailOf, registration } from './steps.js';

const purchase = (ending: string): Step => ({
  action: 'service_airtime_purchase',
  as: 'folake',
  input: { ...airtime, phone: `0803000${ending}` },
});

/** @param marker the name that its id is kept under */
const payout = (account: string, marker: string): Step[] => [
  { action: 'user_bank_resolve', as: 'folake', input: { code: 'gtbank', account }, keep: { accountName: (data) => data.name } },
  {
    action: 'user_payout_create',
    as: 'folake',
    input: { code: 'gtbank', account, name: '{{accountName}}', amount: 200 },
    keep: { [marker]: (data) => data.transact },
  },
];

/** Causes every event once more, for the payloads of webhooks; not part of the Postman collection. */
export const events: readonly Step[] = [
  {
    action: 'control_webhook_endpoint_create',
    as: 'chidi',
    input: { url: '{{receiverUrl}}' },
    keep: { receiver: (data) => data.marker },
  },
  { action: 'control_webhook_endpoint_test', as: 'chidi', input: { endpointId: '{{receiver}}' } },
  registration('folake', 'Folake', 'Coker'),
  ...deposit('folake', 10_000),
  balanceOf('folake', 10_000),
  { action: 'user_transfer_create', as: 'folake', input: { email: emailOf('bayo'), amount: 100 } },
  purchase('1234'),
  purchase('0002'),
  purchase('0005'),
  ...payout('0123456785', 'paid'),
  ...payout('0123450002', 'refused'),
  ...payout('0123450003', 'given_back'),
  { sandbox: 'outcome', method: 'POST', query: { order: '{{given_back}}', outcome: 'returned' } },
  { action: 'control_payout_requery', as: 'chidi', input: { reqv: '{{given_back}}' } },
  { action: 'core_file_upload', as: 'folake', file: { name: 'note.txt', type: 'text/plain', content: 'Dear Harmattan' } },
  {
    action: 'support_ticket_create',
    as: 'folake',
    input: { subject: 'Airtime failed', message: 'Is my money safe?', category: 'payment' },
    keep: { ticket: (data) => data.ticket_id },
  },
  { action: 'support_ticket_reply', as: 'folake', input: { ticket_id: '{{ticket}}', message: 'It came back, thank you.' } },
  {
    action: 'core_contact_create',
    input: { flnm: 'Ladi Sani', emad: 'ladi@example.com', msge: 'We sell data bundles in Jos.', dvty: 'Web', dsnm: 'laptop-2' },
  },
  // The provider contradicts what staff decided, which is an error for the system logs.
  decide(),
  { sandbox: 'outcome', method: 'POST', query: { order: '{{undecided}}', outcome: 'delivered' } },
  { action: 'control_purchase_requery', as: 'chidi', input: { reqv: '{{undecided}}' } },
  { action: 'user_deposit_order_create', as: 'folake', input: { amount: 2500 } },
  { sandbox: 'clock', method: 'POST', query: { minutes: '35' } },
];
