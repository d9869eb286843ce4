/** One name for one thing, whatever the records of the interface call it. */
export type PaymentStatus = 'pending' | 'completed' | 'failed' | 'returned' | 'expired';

const NAMES = {
  pending: 'pending',
  processing: 'pending',
  complete: 'completed',
  completed: 'completed',
  failed: 'failed',
  returned: 'returned',
  reversed: 'returned',
  expired: 'expired',
} as const satisfies Record<string, PaymentStatus>;

/**
 * Of a transfer, purchase, payout or deposit order: pending (neither paid nor failed), completed, failed (the money did not leave, or is
 * back), returned (it was completed, and the money came back), or expired (a deposit order that nobody paid).
 */
export function paymentStatus(status: keyof typeof NAMES): PaymentStatus {
  return NAMES[status];
}
