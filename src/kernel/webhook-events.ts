export const WEBHOOK_EVENTS = [
  'user.created',
  'deposit.completed',
  'deposit.expired',
  'transfer.completed',
  'purchase.completed',
  'purchase.failed',
  'purchase.reversed',
  'payout.completed',
  'payout.failed',
  'payout.returned',
  'file.processed',
  'ticket.created',
  'ticket.replied',
  'contact.created',
  'system_log.created',
] as const;
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];
