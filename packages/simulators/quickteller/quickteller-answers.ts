import type { Sold, Told } from '../shared/purchase-books.js';
import type { QuicktellerBiller } from './quickteller-catalogue.js';

/** Shapes that Interswitch's own documentation shows in more than one way. */
export interface QuicktellerShapes {
  /** v5 or v2. */
  casing: 'pascal' | 'camel';
  /** Values of queries. */
  encoding: 'encoded' | 'plain';
  /** Whether the answer to a query holds the PIN, which no published sample shows. */
  pinInQueries: boolean;
}

export const SUCCESSFUL = { ResponseCode: '90000', ResponseCodeGrouping: 'SUCCESSFUL' };
const GROUPINGS: Readonly<Record<string, string>> = { delivered: 'SUCCESSFUL', pending: 'PENDING' };
const CODES: Readonly<Record<string, string>> = { delivered: '90000', pending: '90009', failed: '90006', reversed: '90006' };

/** The answer to a payment. */
export function paymentAnswer(sold: Sold, { state, pin }: Told): Record<string, unknown> {
  const { code, approvedKobo } = sold.scenario;
  const isPartial = approvedKobo !== undefined && state === 'delivered';
  return {
    TransactionRef: `DMO|Web|3PBL0001|${sold.reference}`,
    ResponseCode: code ?? (isPartial ? '90010' : CODES[state]),
    ResponseCodeGrouping: code === undefined ? (GROUPINGS[state] ?? 'FAILED') : groupingOf(code, state),
    ResponseDescription: state === 'delivered' ? 'Success' : 'Your transaction was not successful',
    ...(state === 'delivered' ? { ApprovedAmount: String(approvedKobo ?? sold.amountKobo), ...deliverables(sold, pin) } : {}),
  };
}

/** The answer to a query: that the look-up worked, and what became of the transaction. */
export function queryAnswer(sold: Sold, { state, pin }: Told, biller: QuicktellerBiller, shapes: QuicktellerShapes) {
  const { queryCode, approvedKobo } = sold.scenario;
  const isPartial = approvedKobo !== undefined && state === 'delivered';
  const encoded = (value: string) => (shapes.encoding === 'encoded' ? encodeURIComponent(value).replaceAll('%20', '+') : value);
  return {
    TransactionId: 1_000_000 + (sold.at % 1_000_000),
    ServiceProviderId: biller.id,
    ServiceName: encoded(biller.name),
    TransactionRef: encoded(`DMO|Web|3PBL0001|${sold.reference}`),
    RequestReference: sold.reference,
    Status: 'Complete',
    TransactionSet: 'BillPayment',
    TransactionResponseCode: queryCode ?? (isPartial ? '90010' : CODES[state]),
    PaymentDate: encoded(dateOf(sold.at)),
    Amount: String(sold.amountKobo),
    Surcharge: '0',
    CurrencyCode: '566',
    Customer: encoded(sold.customer),
    CustomerEmail: '',
    CustomerMobile: '',
    BillPayment: {
      Biller: encoded(biller.name),
      BillerId: biller.id,
      CustomerId1: sold.customer,
      CustomerId2: '',
      PaymentTypeName: encoded(biller.name),
      PaymentTypeCode: sold.item,
    },
    ...(isPartial ? { ApprovedAmount: String(approvedKobo) } : {}),
    ...(state === 'delivered' && shapes.pinInQueries ? encodedFields(deliverables(sold, pin), encoded) : {}),
    ResponseCodeGrouping: queryCode === undefined ? (GROUPINGS[state] ?? 'FAILED') : groupingOf(queryCode, state),
    ResponseCode: '90000',
  };
}

/** A PIN has its serial beside it, a token its units. */
function deliverables({ delivers, delivered }: Sold, pin: string): Record<string, string> {
  if (delivers === 'nothing') return { RechargePIN: 'Virtual Top Up', MiscData: '' };
  if (pin === '') return { RechargePIN: '', MiscData: '' };
  if (delivers === 'token') return { RechargePIN: '', MiscData: pin, AdditionalInfo: `Units: ${delivered[0]!.units} kWh` };
  const serials = delivered.map(({ serial }) => `Serial ${serial}`);
  return { RechargePIN: delivered.map((each) => each.pin).join(', '), MiscData: serials.join(', ') };
}

function encodedFields(fields: Readonly<Record<string, string>>, encoded: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encoded(value)]));
}

function groupingOf(code: string, state: Told['state']): string {
  return code === '90000' ? 'SUCCESSFUL' : (GROUPINGS[state] ?? 'FAILED');
}

/** The month first, and twelve hours. */
function dateOf(at: number): string {
  return new Date(at).toLocaleString('en-US', { timeZone: 'Africa/Lagos' });
}

/** Field names as v2 writes them. */
export function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.charAt(0).toLowerCase() + name.slice(1), camelCased(inner)]),
  );
}
