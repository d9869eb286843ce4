import type { WebhookContent } from '../../application/deposit-provider.js';
import { type Fields, fieldsOf, nameOf, parseFields, textOf, wholeKobo } from '../../../../platform/providers/fields.js';

const NOTHING: WebhookContent = { questions: [], announcesPayment: false };

export function readPaystackWebhook(payload: string): WebhookContent {
  const message = parseFields(payload) ?? {};
  const data = fieldsOf(message['data']) ?? {};
  const event = textOf(message['event']);
  if (event === 'bank.transfer.rejected') return rejection(data);
  if (event.startsWith('charge.')) return question(data, data['reference'], event === 'charge.success');
  if (event.startsWith('refund.')) return question(data, data['transaction_reference'], false);
  return NOTHING;
}

function question(data: Fields, reference: unknown, announcesPayment: boolean): WebhookContent {
  const transactionId = nameOf(reference);
  if (transactionId === undefined) return NOTHING;
  const accountNumber = nameOf(fieldsOf(data['authorization'])?.['receiver_bank_account_number']);
  return { questions: [{ transactionId, ...(accountNumber === undefined ? {} : { accountNumber }) }], announcesPayment };
}

/** It names no charge, only the customer. */
function rejection(data: Fields): WebhookContent {
  const transfer = fieldsOf(data['bank_transfer']) ?? {};
  const id =
    typeof transfer['transaction_id'] === 'number' ? String(transfer['transaction_id']) : nameOf(transfer['transaction_id']);
  const customerEmail = textOf(fieldsOf(data['customer'])?.['email']);
  if (id === undefined || customerEmail === '') return NOTHING;
  const reason = transfer['message_type'] === 'INCORRECT_AMOUNT' ? 'the amount is not the one of the deposit order' : '';
  const rejected = { id, reference: undefined, customerEmail, amountKobo: wholeKobo(transfer['amount']), reason };
  return { ...NOTHING, rejected };
}
