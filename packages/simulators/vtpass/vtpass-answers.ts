import { type Sold, digits } from '../shared/purchase-books.js';
import type { VtpassService } from './vtpass-catalogue.js';

/** Shapes that VTpass's own documentation shows in more than one way. */
export interface VtpassShapes {
  date: 'null' | 'iso' | 'object';
  numbers: 'number' | 'text';
  /** The list's key. */
  spelling: 'variations' | 'varations';
}

const MEANINGS: Readonly<Record<string, string>> = {
  '000': 'TRANSACTION SUCCESSFUL',
  '099': 'TRANSACTION IS PROCESSING',
  '016': 'TRANSACTION FAILED',
  '040': 'TRANSACTION REVERSAL TO WALLET',
  '014': 'REQUEST ID ALREADY EXIST',
  '015': 'INVALID REQUEST ID',
  '018': 'LOW WALLET BALANCE',
  '019': 'LIKELY DUPLICATE TRANSACTION',
  '030': 'BILLER NOT REACHABLE AT THIS POINT',
  '083': 'SYSTEM ERROR',
  '085': 'IMPROPER REQUEST ID: DOES NOT CONTAIN DATE',
  '087': 'INVALID CREDENTIALS',
  '091': 'TRANSACTION NOT PROCESSED',
};

export function meaningOf(code: string): string {
  return MEANINGS[code] ?? `CODE ${code}`;
}

/** The answer to a payment or a question. */
export function transactionAnswer(
  sold: Sold,
  service: VtpassService,
  { code, status, pin }: { code: string; status: string; pin: string },
  shapes: VtpassShapes,
): Record<string, unknown> {
  const number = (kobo: number) => (shapes.numbers === 'number' ? kobo / 100 : (kobo / 100).toFixed(2));
  return {
    code,
    response_description: meaningOf(code),
    requestId: sold.reference,
    amount: number(sold.amountKobo),
    transaction_date: dateOf(sold.at, shapes.date),
    purchased_code: pin === '' ? '' : purchasedCode(service.serviceID, sold),
    content: {
      transactions: {
        status,
        product_name: service.name,
        unique_element: shapes.numbers === 'number' ? Number(sold.customer) : sold.customer,
        unit_price: number(sold.amountKobo),
        quantity: 1,
        service_verification: null,
        channel: 'api',
        commission: number(sold.amountKobo - sold.chargedKobo),
        total_amount: number(sold.chargedKobo),
        discount: null,
        type: service.category,
        email: 'merchant@example.com',
        phone: '08031234567',
        name: null,
        convinience_fee: 0,
        amount: number(sold.amountKobo),
        platform: 'api',
        method: 'api',
        transactionId: `17${String(sold.at)}`,
      },
    },
    ...(pin === '' ? {} : deliverablesOf(service.serviceID, sold)),
  };
}

function dateOf(at: number, shape: VtpassShapes['date']): unknown {
  const iso = new Date(at).toISOString();
  if (shape === 'null') return null;
  if (shape === 'iso') return iso;
  return { date: iso.replace('T', ' ').replace('Z', '000'), timezone_type: 3, timezone: 'Africa/Lagos' };
}

function purchasedCode(serviceID: string, { pin, delivered }: Sold): string {
  if (serviceID === 'jamb') return `Pin : ${pin}`;
  if (serviceID !== 'waec') return `Token : ${pin}`;
  return delivered.map((card) => `Serial No:${card.serial}, pin: ${card.pin}`).join('||');
}

/** Each electricity company names them differently. */
function deliverablesOf(serviceID: string, { pin, delivered }: Sold): Record<string, unknown> {
  const [first] = delivered;
  if (!first) return {};
  switch (serviceID) {
    case 'waec':
      return { cards: delivered.map((card) => ({ Serial: card.serial, Pin: card.pin })) };
    case 'jamb':
      return { Pin: `Pin : ${pin}` };
    case 'eko-electric':
      return {
        mainToken: pin,
        mainTokenDescription: 'Normal Sale',
        mainTokenUnits: first.units,
        mainTokenTax: '60.21',
        mainsTokenAmount: '802.79',
        bonusToken: first.bonusToken,
        bonusTokenUnits: '50',
        tariffIndex: '52',
        debtDescription: '1122',
      };
    case 'portharcourt-electric':
      // Only the sentence of `purchased_code` has the token.
      return {
        customerNumber: digits(9),
        tokenValue: 802.79,
        businessCenter: 'GRA',
        receiptNumber: digits(12),
        units: first.units,
        vat: '60.21',
      };
    default:
      return {
        token: pin,
        units: `${first.units} kWh`,
        tokenAmount: 4800,
        tariff: '52.54 : R2 SINGLE PHASE RESIDENTIAL',
        customerName: 'N/A',
        customerAddress: 'N/A',
        meterNumber: '1111111111111',
        exchangeReference: digits(13),
        resetToken: first.resetToken,
        configureToken: first.configureToken,
        taxAmount: 360.32,
        debtAmount: null,
      };
  }
}
