import { parseNaira, ZERO_KOBO } from '../../../../kernel/money.js';
import type { HttpResult } from '../../../../platform/http-client/http-call.js';
import type { VerifiedCustomer, ProviderWebhooks, WebhookHints } from '../../biller-provider.js';
import { dueDateOf } from '../../delivered-text.js';
import { verifyAnswer } from './vtpass-outcome.js';
import { readAnswer } from './vtpass-api.js';
import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { RawRequest } from '../../../../kernel/caller.js';
import type { WebhookIdentity } from '../../../webhooks/index.js';

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

const webhookBody = z.object({
  type: z.string().catch(''),
  data: z
    .object({ requestId: z.string().max(64).nullish() })
    .nullish()
    .catch(undefined),
});

/** VTpass signs nothing, so the address that it is given carries a token. */
export class VtpassWebhooks implements ProviderWebhooks {
  readonly answer = { response: 'success' };

  constructor(private readonly token: string) {}

  identify({ query, body }: RawRequest): WebhookIdentity | undefined {
    if (!isSame(query?.['token'], this.token)) return undefined;
    const event = read(Buffer.from(body).toString('utf8')).type.slice(0, 64);
    return { eventId: digest(body).toString('hex'), event: event || 'unnamed' };
  }

  read(payload: string): WebhookHints {
    const { type, data } = read(payload);
    const reference = type === 'transaction-update' ? data?.requestId : undefined;
    return { references: reference ? [reference] : [], catalogueChanged: type === 'variations-update' };
  }
}

function read(payload: string): z.infer<typeof webhookBody> {
  try {
    return webhookBody.parse(JSON.parse(payload));
  } catch {
    return { type: '' };
  }
}

function isSame(given: unknown, token: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(Buffer.from(given)), digest(Buffer.from(token)));
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
