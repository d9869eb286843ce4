import { type Fields, fieldsOf, listOfFields, parseFields, textOf } from '../../providers/fields.js';

/** `status` says whether the request succeeded; amounts are kobo. */
export interface PaystackEnvelope {
  readonly ok: boolean;
  readonly message: string;
  readonly code: string;
  /** Empty where it is a list. */
  readonly data: Fields;
  /** Undefined where it is no list. */
  readonly list: readonly Fields[] | undefined;
  readonly meta: Fields;
}

/** Codes are words of the provider. Its messages may repeat our input, so they are not kept. */
const CODE = /^[a-z0-9_]{1,40}$/i;

/** Undefined for anything that Paystack does not send. */
export function readPaystackEnvelope(body: string): PaystackEnvelope | undefined {
  const fields = parseFields(body);
  if (typeof fields?.['status'] !== 'boolean' || typeof fields['message'] !== 'string') return undefined;
  if (typeof (fields['code'] ?? '') !== 'string') return undefined;
  const code = textOf(fields['code']);
  const { data } = fields;
  return {
    ok: fields['status'],
    message: textOf(fields['message']),
    code: CODE.test(code) ? code : '',
    data: fieldsOf(data) ?? {},
    list: Array.isArray(data) ? listOfFields(data) : undefined,
    meta: fieldsOf(fields['meta']) ?? {},
  };
}
