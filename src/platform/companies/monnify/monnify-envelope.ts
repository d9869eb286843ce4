import type { HttpResult } from '../../http-client/http-call.js';
import { type Fields, fieldsOf, listOfFields, parseFields, textOf } from '../../providers/fields.js';

/** The meaning of an envelope. `refused` is Monnify's own word; `unknown` covers everything that is not definite. */
export type MonnifyReading =
  /** `list` is undefined where the answer is no list, `body` empty where it is one. */
  | { readonly kind: 'success'; readonly body: Fields; readonly list: readonly Fields[] | undefined }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly status: number;
      readonly code: string;
      /** For maps only; it may repeat what we sent. */
      readonly message: string;
    }
  | { readonly kind: 'not_sent' | 'unknown'; readonly cause: string };

/** Business failures have HTTP 4xx or 200 and the same envelope. */
export function readMonnifyEnvelope(result: HttpResult): MonnifyReading {
  if (result.kind !== 'answered') return { kind: result.kind, cause: result.cause };
  const { status } = result;
  if (status === 401 || status === 403)
    return { kind: 'refused', reason: `http ${status}`, status, code: String(status), message: '' };
  const fields = parseFields(result.body);
  const successful = fields?.['requestSuccessful'];
  if (typeof successful !== 'boolean' || status >= 500 || status === 408) return { kind: 'unknown', cause: `http ${status}` };
  const code = textOf(fields?.['responseCode'], 20);
  if (code === '' || typeof (fields?.['responseMessage'] ?? '') !== 'string')
    return { kind: 'unknown', cause: `an answer that does not fit, http ${status}` };
  if (!successful && code !== '0') {
    const message = textOf(fields?.['responseMessage']);
    return { kind: 'refused', reason: `http ${status} code ${code}`, status, code, message };
  }
  const value = fields?.['responseBody'];
  const list = Array.isArray(value) ? listOfFields(value) : undefined;
  const body = list ? {} : fieldsOf(value);
  if (!successful || code !== '0' || status >= 300 || !body)
    return { kind: 'unknown', cause: `a contradictory answer, http ${status}` };
  return { kind: 'success', body, list };
}
