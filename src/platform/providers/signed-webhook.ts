import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { RawRequest } from '../../kernel/caller.js';
import { parseFields, textOf } from './fields.js';

const HEX = /^[0-9a-fA-F]{128}$/;

/** Hex HMAC-SHA512 of the raw bytes in one header. */
export function isSigned({ headers, body }: RawRequest, header: string, secret: string): boolean {
  const given = headers[header];
  if (typeof given !== 'string' || !HEX.test(given)) return false;
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha512', secret).update(body).digest());
}

/** Neither provider numbers its notifications: the bytes name it, so that another one about the same transaction is never taken for a repeat. */
export function identityOf({ body }: RawRequest, eventField: string): { readonly eventId: string; readonly event: string } {
  const fields = parseFields(Buffer.from(body).toString('utf8'));
  return { eventId: createHash('sha256').update(body).digest('hex'), event: textOf(fields?.[eventField], 64) };
}
