import { parseNaira, ZERO_KOBO } from '../../../../kernel/money.js';
import type { HttpResult } from '../../../../platform/http-client/http-call.js';
import type { VerifiedCustomer } from '../../application/ports.js';
import { dueDateOf } from '../../domain/due-date.js';
import { verifyAnswer } from './vtpass-answers.js';
import { readAnswer } from './vtpass-api.js';

const CONFIRMED: ReadonlySet<string> = new Set(['000', '020']);
/** The customer or the question is wrong; any other code says nothing of the customer. */
const WRONG: ReadonlySet<string> = new Set(['010', '011', '012']);
/** For smartcards. */
export const BOUQUET_CODE = 'Current_Bouquet_Code';
const SHOWN = ['Current_Bouquet', BOUQUET_CODE, 'Status', 'Customer_Type', 'Meter_Type', 'Customer_Arrears', 'Business_Unit'];

/** Undefined for an unknown customer. @throws Error where VTpass did not say */
export function readVerification(result: HttpResult, customerId: string): VerifiedCustomer | undefined {
  const { code, response_description, content } = readAnswer(result, verifyAnswer);
  if (WRONG.has(code)) return undefined;
  if (!CONFIRMED.has(code)) throw new Error(`VTpass answers ${code} to a verification`);
  const text = textsOf(content ?? {});
  const name = text('Customer_Name');
  const canVend = text('Can_Vend').toLowerCase();
  if (text('WrongBillersCode').toLowerCase() === 'true' || (canVend !== '' && canVend !== 'yes') || name === '') return undefined;
  return {
    responseCode: code,
    responseDescription: response_description,
    customerId,
    name,
    address: text('Address'),
    email: '',
    mobile: '',
    dueDate: dueDateOf(text('Due_Date') || text('DUE_DATE')),
    amountKobo: parseNaira(text('Renewal_Amount')) ?? ZERO_KOBO,
    exchangeReference: text('exchangeReference'),
    details: Object.fromEntries(SHOWN.flatMap((field) => (text(field) === '' ? [] : [[field, text(field)]]))),
  };
}

function textsOf(content: Readonly<Record<string, unknown>>) {
  return (field: string): string => {
    const value = content[field];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value).trim() : '';
  };
}
