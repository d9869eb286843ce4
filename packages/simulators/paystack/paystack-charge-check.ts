export interface CheckedCharge {
  readonly reference: string;
  readonly email: string;
  readonly amountKobo: number;
  readonly expiresAt: number;
}

const KNOWN = ['email', 'amount', 'reference', 'metadata', 'bank_transfer'];
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** The charge, or why Paystack would not take it. */
export function checkCharge(contentType: string | undefined, body: string): CheckedCharge | string {
  if (!contentType?.startsWith('application/json')) return 'content-type is not application/json';
  const charge = JSON.parse(body) as Record<string, unknown>;
  const stray = Object.keys(charge).find((key) => !KNOWN.includes(key));
  if (stray !== undefined) return `${stray} is no parameter of a charge`;
  const { email, amount, reference, bank_transfer: transfer } = charge;
  if (typeof email !== 'string' || !/^\S+@\S+\.\S+$/.test(email)) return 'email is not an address';
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 5_000) return 'amount is not in kobo';
  if (typeof reference !== 'string' || !/^[A-Za-z0-9.=-]+$/.test(reference))
    return 'reference has a character that is not allowed';
  const end = (transfer as Record<string, unknown> | undefined)?.['account_expires_at'];
  if (typeof end !== 'string' || !ISO.test(end)) return 'account_expires_at is not ISO 8601';
  const expiresAt = Date.parse(end);
  if (expiresAt < Date.now()) return 'account_expires_at is over';
  return { reference, email, amountKobo: amount, expiresAt };
}
