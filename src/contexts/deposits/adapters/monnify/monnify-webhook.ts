import type { WebhookContent } from '../../application/deposit-provider.js';
import {
  type Fields,
  fieldsOf,
  listOfFields,
  nairaAsKobo,
  nameOf,
  parseFields,
  textOf,
} from '../../../../platform/providers/fields.js';

const NOTHING: WebhookContent = { questions: [], announcesPayment: false };

export function readMonnifyWebhook(payload: string): WebhookContent {
  const message = parseFields(payload) ?? {};
  const data = fieldsOf(message['eventData']) ?? {};
  const type = textOf(message['eventType']);
  if (type === 'SUCCESSFUL_TRANSACTION') return question(data, true);
  if (type === 'REJECTED_PAYMENT') return { ...question(data, false), ...rejection(data) };
  // Disbursements are payouts, whose references name no deposit.
  return /REFUND|REVERS/.test(type) && !type.endsWith('_DISBURSEMENT') ? question(data, false) : NOTHING;
}

function question(data: Fields, announcesPayment: boolean): WebhookContent {
  const transactionId = nameOf(data['transactionReference']);
  const reference = nameOf(data['paymentReference']);
  if (transactionId === undefined) return reference === undefined ? NOTHING : { questions: [{ reference }], announcesPayment };
  const accountNumber = nameOf(fieldsOf(data['destinationAccountInformation'])?.['accountNumber']);
  return { questions: [{ transactionId, ...(accountNumber === undefined ? {} : { accountNumber }) }], announcesPayment };
}

function rejection(data: Fields): Pick<WebhookContent, 'rejected'> {
  const transactionReference = nameOf(data['transactionReference']);
  if (transactionReference === undefined) return {};
  const sessionId = nameOf(listOfFields(data['paymentSourceInformation'])[0]?.['sessionId']);
  const why = textOf(fieldsOf(data['paymentRejectionInformation'])?.['rejectionReason']);
  return {
    rejected: {
      id: sessionId ?? transactionReference,
      reference: nameOf(data['paymentReference']),
      customerEmail: undefined,
      amountKobo: nairaAsKobo(data['amount'] ?? data['amountPaid']),
      reason: REASONS[why] ?? '',
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  UNDER_PAYMENT: 'the amount is less than that of the deposit order',
  OVER_PAYMENT: 'the amount is more than that of the deposit order',
};
