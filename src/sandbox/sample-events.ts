import { newId } from '../kernel/ids.js';
import type { EventName } from '../contexts/webhooks/domain/endpoint.js';

/** What each event tells, about people and things that do not exist; amounts in kobo, as inside. */
const SAMPLES: Readonly<Record<EventName, () => Record<string, unknown>>> = {
  'user.created': () => ({ userId: newId() }),
  'deposit.completed': () => ({ orderId: newId(), userId: newId(), paymentId: newId(), amountKobo: 500_000 }),
  'deposit.expired': () => ({ orderId: newId(), userId: newId(), amountKobo: 500_000 }),
  'transfer.completed': () => ({ transferId: newId(), senderId: newId(), receiverId: newId(), amountKobo: 250_000 }),
  'purchase.completed': samplePurchase,
  'purchase.failed': samplePurchase,
  'purchase.reversed': samplePurchase,
  'file.processed': () => ({ fileId: newId(), userId: newId(), status: 'active' }),
  'ticket.created': () => ({ ticketId: newId(), reference: 'TCK-20261122-0001', userId: newId() }),
  'ticket.replied': () => ({
    ticketId: newId(),
    messageId: newId(),
    reference: 'TCK-20261122-0001',
    userId: newId(),
    from: 'staff',
  }),
  'contact.created': () => ({ contactId: newId() }),
  'system_log.created': () => ({ systemLogId: newId(), kind: 'warning' }),
};

export function sampleEvent(name: EventName) {
  return { id: newId(), name, data: SAMPLES[name]() };
}

function samplePurchase(): Record<string, unknown> {
  return { purchaseId: newId(), userId: newId(), billerId: newId(), categoryId: newId(), amountKobo: 100_000 };
}
