import { deflateRawSync } from 'node:zlib';
import type { Receipt } from './receipt.js';

/** Behind the #, which browsers keep to themselves: what the page reads is not sent to the service. */
export function verifyAddress(publicUrl: string, receipt: Receipt): string {
  return `${publicUrl}/receipts/verify#${deflateRawSync(JSON.stringify(receipt), { level: 9 }).toString('base64url')}`;
}
