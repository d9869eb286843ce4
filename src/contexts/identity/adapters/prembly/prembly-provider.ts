import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { RawRequest } from '../../../../kernel/caller.js';
import type { HttpResult } from '../../../../platform/http-client/http-call.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import { type Fields, fieldsOf, parseFields, textOf } from '../../../../platform/providers/fields.js';
import { type IdentityAnswer, type IdentityCheck, IdentityProvider, type IdentityWebhooks } from '../../identity-provider.js';
import { recordOf } from '../../records.js';

export interface PremblySettings {
  readonly url: string;
  readonly apiKey: string;
  readonly appId: string | undefined;
  readonly publicKey: string | undefined;
  readonly timeoutMs: number;
}

/** `status` does not tell: it is true also of what was not found. */
const BY_CODE: Readonly<Record<string, IdentityAnswer>> = {
  '01': { outcome: 'not_found' },
  '02': { outcome: 'unavailable', cause: 'the source is down' },
  '03': { outcome: 'not_ours', cause: 'our balance is empty' },
  '07': { outcome: 'watch_listed' },
};

/** Lookups of Prembly (IdentityPass), whose records are compared by us. */
export class PremblyProvider extends IdentityProvider {
  readonly name = 'prembly';
  override readonly webhooks: IdentityWebhooks = {
    answer: {},
    identify: (request) => this.identify(request),
    read: (payload) => {
      const reference = referenceIn(parseFields(payload) ?? {});
      return reference === '' ? [] : [reference];
    },
  };

  constructor(
    private readonly settings: PremblySettings,
    private readonly http: HttpClient,
  ) {
    super();
  }

  get timeoutMs(): number {
    return this.settings.timeoutMs;
  }

  newJob(): string {
    return randomUUID();
  }

  async check({ type, number, selfie }: IdentityCheck, signal: AbortSignal): Promise<IdentityAnswer> {
    // How it takes virtual NINs is not documented in detail.
    if (type === 'vnin') return { outcome: 'not_ours', cause: 'it takes no virtual NINs' };
    const { url, apiKey, appId, timeoutMs } = this.settings;
    const face = selfie ? { image: selfie.toString('base64') } : {};
    const path = selfie ? `${type}_w_face` : type === 'bvn' ? 'bvn' : 'vnin';
    const result = await this.http.call({
      method: 'POST',
      url: new URL(`${url}/${path}`),
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...(appId === undefined ? {} : { 'app-id': appId }) },
      body: JSON.stringify({ ...(type === 'bvn' ? { number } : { number_nin: number }), ...face }),
      timeoutMs,
      signal,
    });
    return answerOf(result);
  }

  /** The header is a constant, so it proves nothing of the body: a webhook only makes us ask. */
  private identify({ body, headers }: RawRequest): { eventId: string; event: string } | undefined {
    const { publicKey } = this.settings;
    const given = headers['x-prembly-signature'];
    if (publicKey === undefined || typeof given !== 'string') return undefined;
    const [one, other] = [Buffer.from(given), Buffer.from(Buffer.from(publicKey).toString('base64'))];
    if (one.length !== other.length || !timingSafeEqual(one, other)) return undefined;
    const reference = referenceIn(parseFields(Buffer.from(body).toString('utf8')) ?? {});
    return reference === '' ? undefined : { eventId: reference, event: 'verification' };
  }
}

function answerOf(result: HttpResult): IdentityAnswer {
  if (result.kind !== 'answered') return { outcome: 'unavailable', cause: result.cause };
  const { status } = result;
  if (status === 402) return { outcome: 'not_ours', cause: 'our balance is empty' };
  if (status === 401 || status === 403) return { outcome: 'not_ours', cause: `HTTP ${status}` };
  const fields = parseFields(result.body);
  if (status >= 400 || !fields) return { outcome: 'unavailable', cause: `HTTP ${status}` };
  const verification = fieldsOf(fields['verification']) ?? {};
  if (verification['status'] === 'PENDING') return { outcome: 'pending', job: referenceIn(fields) };
  const code = textOf(fields['response_code'], 4);
  if (code !== '00') return BY_CODE[code] ?? { outcome: 'unavailable', cause: `code ${code}` };
  return foundIn(fieldsOf(fields['data']) ?? fieldsOf(fields['nin_data']) ?? {});
}

function foundIn(data: Fields): IdentityAnswer {
  const listed = data['watchListed'];
  if (listed === true || /^(?:yes|true|1)$/i.test(textOf(listed, 4))) return { outcome: 'watch_listed' };
  const record = recordOf({
    first: data['firstName'] ?? data['firstname'],
    middle: data['middleName'] ?? data['middlename'],
    last: data['lastName'] ?? data['surname'],
    birth: data['dateOfBirth'] ?? data['birthdate'],
  });
  return record
    ? { outcome: 'found', record, selfieAgrees: faceIn(data) }
    : { outcome: 'unavailable', cause: 'a record without names' };
}

/** How sure it is has no documented scale. */
function faceIn(data: Fields): boolean | undefined {
  const face = fieldsOf(data['face_data']);
  return face && face['status'] === true && textOf(face['response_code'], 4) === '00';
}

function referenceIn(fields: Fields): string {
  return textOf(fieldsOf(fields['verification'])?.['reference'] ?? fields['reference'], 64);
}
