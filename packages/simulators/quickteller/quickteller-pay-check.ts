import type { QuicktellerBiller, QuicktellerItem } from './quickteller-catalogue.js';

export interface Contract {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly terminalId: string;
  readonly referencePrefix: string;
  readonly referenceLength: number;
  readonly phoneForm: 'local' | 'international';
}

export interface CheckedPayment {
  readonly reference: string;
  readonly biller: QuicktellerBiller;
  readonly item: QuicktellerItem;
  readonly customer: string;
  readonly amountKobo: number;
}

/** A refusal by code; `complaint` where a lenient provider might not have noticed. */
export interface Refusal {
  readonly code: string;
  readonly complaint?: string;
}

const KNOWN = ['TerminalId', 'paymentCode', 'customerId', 'customerMobile', 'customerEmail', 'amount', 'requestReference'];

/** The payment, or why Quickteller would not take it. */
export function checkPayment(
  fields: Readonly<Record<string, unknown>>,
  billers: readonly QuicktellerBiller[],
  contract: Contract,
): CheckedPayment | Refusal {
  const invalid = (complaint: string): Refusal => ({ code: '10002', complaint });
  const stray = Object.keys(fields).find((key) => !KNOWN.includes(key));
  if (stray !== undefined) return invalid(`${stray} is no parameter of a payment`);
  const { TerminalId, paymentCode, customerId, customerMobile, customerEmail, amount, requestReference } = fields;
  if (TerminalId !== contract.terminalId) return { code: '20021', complaint: `TerminalId is ${String(TerminalId)}` };
  if (typeof requestReference !== 'string' || !isReference(requestReference, contract))
    return invalid(`requestReference ${String(requestReference)} has another form`);
  if (typeof amount !== 'string' || !/^[1-9]\d*$/.test(amount)) return invalid('amount is no text of kobo');
  const [biller, item] = found(billers, paymentCode);
  if (!biller || !item) return { code: '70010', complaint: `no item ${String(paymentCode)}` };
  if (typeof customerId !== 'string' || customerId === '' || customerId.length > 50)
    return invalid('customerId has no or too many letters');
  if (customerMobile !== undefined && !isPhone(customerMobile, contract)) return invalid('customerMobile has another form');
  if (customerEmail !== undefined && (typeof customerEmail !== 'string' || customerEmail.length > 50))
    return invalid('customerEmail has more than 50 letters');
  if (biller.label === 'Phone Number' && !isPhone(customerId, contract))
    return invalid(`customerId of ${biller.name} has another form`);
  const amountKobo = Number(amount);
  const isFitting =
    item.amountKobo === undefined
      ? amountKobo >= biller.leastKobo && amountKobo <= biller.mostKobo
      : amountKobo === item.amountKobo;
  return isFitting ? { reference: requestReference, biller, item, customer: customerId, amountKobo } : { code: '70066' };
}

export function found(
  billers: readonly QuicktellerBiller[],
  paymentCode: unknown,
): [QuicktellerBiller, QuicktellerItem] | [undefined, undefined] {
  for (const biller of billers) {
    const item = biller.items.find((each) => each.paymentCode === paymentCode);
    if (item) return [biller, item];
  }
  return [undefined, undefined];
}

function isReference(reference: string, { referencePrefix, referenceLength }: Contract): boolean {
  return /^[A-Za-z0-9]+$/.test(reference) && reference.startsWith(referencePrefix) && reference.length <= referenceLength;
}

function isPhone(value: unknown, { phoneForm }: Contract): boolean {
  return typeof value === 'string' && (phoneForm === 'local' ? /^0\d{10}$/ : /^234\d{10}$/).test(value);
}
