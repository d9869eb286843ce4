import { newId } from '../kernel/ids.js';
import type { WebhookEventName } from '../kernel/webhook-events.js';
import type { Database } from '../platform/database/database.js';

type EventData = Readonly<Record<string, unknown>>;

/** The newest record of each kind, with what its event tells; amounts in kobo, as inside. */
const NEWEST: Readonly<Record<WebhookEventName, string>> = {
  'user.created': 'SELECT id AS userId FROM user_account ORDER BY recorded DESC, id DESC LIMIT 1',
  'deposit.completed': `SELECT o.id AS orderId, o.user_id AS userId, p.id AS paymentId, p.amount_kobo AS amountKobo
      FROM deposit_payment p JOIN deposit_order o ON o.id = p.order_id
     WHERE o.status = 'completed' ORDER BY p.recorded DESC, p.id DESC LIMIT 1`,
  'deposit.expired': `SELECT id AS orderId, user_id AS userId, amount_kobo AS amountKobo FROM deposit_order
     ORDER BY CASE status WHEN 'expired' THEN 0 ELSE 1 END, recorded DESC, id DESC LIMIT 1`,
  'transfer.completed': `SELECT id AS transferId, sender_id AS senderId, receiver_id AS receiverId, amount_kobo AS amountKobo
      FROM transfer ORDER BY recorded DESC, id DESC LIMIT 1`,
  'purchase.completed': newestPurchase('completed'),
  'purchase.failed': newestPurchase('failed'),
  'purchase.reversed': newestPurchase('reversed'),
  'payout.completed': newestPayout('completed'),
  'payout.failed': newestPayout('failed'),
  'payout.returned': newestPayout('reversed'),
  'file.processed': `SELECT id AS fileId, user_id AS userId, status FROM file
     WHERE processed_at > 0 ORDER BY recorded DESC, id DESC LIMIT 1`,
  'ticket.created': `SELECT id AS ticketId, reference, user_id AS userId FROM ticket ORDER BY recorded DESC, id DESC LIMIT 1`,
  'ticket.replied': `SELECT t.id AS ticketId, m.id AS messageId, t.reference, t.user_id AS userId, m.party AS fromParty
      FROM ticket_message m JOIN ticket t ON t.id = m.ticket_id ORDER BY m.recorded DESC, m.id DESC LIMIT 1`,
  'contact.created': 'SELECT id AS contactId FROM contact_form ORDER BY recorded DESC, id DESC LIMIT 1',
  'system_log.created': 'SELECT id AS systemLogId, kind FROM system_log ORDER BY recorded DESC, id DESC LIMIT 1',
};

/** Events in the form of real ones, about nobody, if there is no such record yet. */
const INVENTED: Readonly<Record<WebhookEventName, () => EventData>> = {
  'user.created': () => ({ userId: newId() }),
  'deposit.completed': () => ({ orderId: newId(), userId: newId(), paymentId: newId(), amountKobo: 500_000 }),
  'deposit.expired': () => ({ orderId: newId(), userId: newId(), amountKobo: 500_000 }),
  'transfer.completed': () => ({ transferId: newId(), senderId: newId(), receiverId: newId(), amountKobo: 250_000 }),
  'purchase.completed': () => ({ ...inventPurchase(), deliverables: [] }),
  'purchase.failed': inventPurchase,
  'purchase.reversed': inventPurchase,
  'payout.completed': inventPayout,
  'payout.failed': inventPayout,
  'payout.returned': inventPayout,
  'file.processed': () => ({ fileId: newId(), userId: newId(), status: 'active' }),
  'ticket.created': inventTicket,
  'ticket.replied': () => {
    const { ticketId, reference, userId } = inventTicket();
    return { ticketId, messageId: newId(), reference, userId, from: 'staff' };
  },
  'contact.created': () => ({ contactId: newId() }),
  'system_log.created': () => ({ systemLogId: newId(), kind: 'warning' }),
};

export interface SampleEvent {
  readonly id: string;
  readonly name: WebhookEventName;
  readonly data: EventData;
  readonly isInvented: boolean;
}

export async function sampleEvent(database: Database, name: WebhookEventName): Promise<SampleEvent> {
  const [found] = await database.rows<Record<string, unknown>>(NEWEST[name]);
  if (!found) return { id: newId(), name, data: INVENTED[name](), isInvented: true };
  // `from` cannot be the name of a column.
  const { fromParty, ...data } = found;
  // Deliverables are encrypted, and no subscriber who tries things out needs them.
  const more = name === 'purchase.completed' ? { deliverables: [] } : {};
  return {
    id: newId(),
    name,
    data: { ...data, ...more, ...(fromParty === undefined ? {} : { from: fromParty }) },
    isInvented: false,
  };
}

function newestPurchase(status: string): string {
  return `SELECT id AS purchaseId, user_id AS userId, biller_id AS billerId, category_id AS categoryId, amount_kobo AS amountKobo
      FROM purchase ORDER BY CASE status WHEN '${status}' THEN 0 ELSE 1 END, recorded DESC, id DESC LIMIT 1`;
}

function newestPayout(status: string): string {
  return `SELECT id AS payoutId, user_id AS userId, bank_code AS bankCode, bank_name AS bank, account, account_name AS name,
        amount_kobo AS amountKobo, session_id AS session
      FROM payout ORDER BY CASE status WHEN '${status}' THEN 0 ELSE 1 END, recorded DESC, id DESC LIMIT 1`;
}

function inventPayout(): EventData {
  const to = { bankCode: 'gtbank', bank: 'Guaranty Trust Bank', account: '0123456789', name: 'ADA OBI' };
  return { payoutId: newId(), userId: newId(), ...to, amountKobo: 250_000, session: '' };
}

function inventPurchase(): EventData {
  return { purchaseId: newId(), userId: newId(), billerId: 'mtn-airtime', categoryId: 'airtime', amountKobo: 100_000 };
}

function inventTicket() {
  return { ticketId: newId(), reference: 'TCK-20261122-0001', userId: newId() };
}
