import type { Destination } from './payout.js';

/** `Access Bank ******6789`, for lines that others may see. */
export function maskedAccount({ bankName, account }: Pick<Destination, 'bankName' | 'account'>): string {
  return `${bankName} ******${account.slice(-4)}`;
}
