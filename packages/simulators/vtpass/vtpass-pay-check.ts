import type { VtpassService, VtpassVariation } from './vtpass-catalogue.js';

export interface CheckedPayment {
  readonly requestId: string;
  readonly service: VtpassService;
  readonly variation: VtpassVariation | undefined;
  readonly customer: string;
  readonly phone: string;
  readonly amountKobo: number;
  /** renew, change, or empty. */
  readonly subscription: string;
}

/** A refusal by code; `complaint` where a lenient provider might not have noticed. */
export interface Refusal {
  readonly code: string;
  readonly complaint?: string;
}

const KNOWN = ['request_id', 'serviceID', 'amount', 'phone', 'billersCode', 'variation_code', 'subscription_type', 'quantity'];
const BOUQUETS = ['dstv', 'gotv'];

/** The payment, or why VTpass would not take it. */
export function checkPayment(
  fields: Readonly<Record<string, unknown>>,
  services: readonly VtpassService[],
  now: number,
): CheckedPayment | Refusal {
  const invalid = (complaint: string): Refusal => ({ code: '011', complaint });
  const stray = Object.keys(fields).find((key) => !KNOWN.includes(key));
  if (stray !== undefined) return invalid(`${stray} is no parameter of a payment`);
  const { request_id: requestId, serviceID, amount, phone, billersCode } = fields;
  if (typeof requestId !== 'string' || !isRequestId(requestId, now))
    return { code: '085', complaint: `request_id ${String(requestId)} does not begin with the minute in Lagos` };
  const service = services.find((each) => each.serviceID === serviceID);
  if (!service) return { code: '012', complaint: `there is no service ${String(serviceID)}` };
  if (typeof phone !== 'string' || !/^\d{10,13}$/.test(phone)) return invalid('phone is no phone number');
  const code = fields['variation_code'];
  const isRenewal = BOUQUETS.includes(service.serviceID) && fields['subscription_type'] === 'renew';
  const variation = service.variations.find((each) => each.code === code);
  if (service.variations.length > 0 && !variation && !isRenewal)
    return { code: '010', complaint: `no variation ${String(code)}` };
  if (BOUQUETS.includes(service.serviceID) && !['change', 'renew'].includes(String(fields['subscription_type'])))
    return invalid('subscription_type is neither change nor renew');
  if (fields['quantity'] !== undefined && fields['quantity'] !== 1 && fields['quantity'] !== '1') return { code: '032' };
  if (service.variations.length > 0 && (typeof billersCode !== 'string' || !/^\d{10,13}$/.test(billersCode)))
    return invalid('billersCode is no number of a customer');
  const naira = variation?.amount ?? amount;
  if (!isNaira(naira) || (amount !== undefined && !isNaira(amount)))
    return invalid(`amount ${JSON.stringify(amount)} is not in naira`);
  if (variation?.amount !== undefined && amount !== undefined && Number(amount) !== Number(variation.amount))
    return invalid(`amount ${JSON.stringify(amount)} is not the price of ${variation.code}`);
  const amountKobo = Math.round(Number(naira) * 100);
  if (amountKobo < service.least * 100) return { code: '013' };
  if (amountKobo > service.most * 100) return { code: '017' };
  const customer = typeof billersCode === 'string' ? billersCode : phone;
  const subscription = BOUQUETS.includes(service.serviceID) ? String(fields['subscription_type']) : '';
  return { requestId, service, variation, customer, phone, amountKobo, subscription };
}

const LAGOS_OFFSET_MS = 3_600_000;

/** Twelve digits of the minute, today in Lagos, and then letters and digits. */
function isRequestId(id: string, now: number): boolean {
  const today = new Date(now + LAGOS_OFFSET_MS).toISOString().slice(0, 10).replaceAll('-', '');
  return /^\d{12}[A-Za-z0-9]*$/.test(id) && id.startsWith(today);
}

/** How far the minute of a request id is from now in Lagos. */
export function minutesApart(id: string, now: number): number {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})/.exec(id)!;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) - LAGOS_OFFSET_MS;
  return Math.abs(now - at) / 60_000;
}

function isNaira(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && /^\d+(\.\d{1,2})?$/.test(String(value));
}
