import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { RawRequest } from '../../../../kernel/caller.js';
import type { Clock } from '../../../../kernel/clock.js';
import { MINUTE_MS } from '../../../../kernel/clock.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import { type Fields, fieldsOf, parseFields, textOf } from '../../../../platform/providers/fields.js';
import {
  type IdentityAnswer,
  type IdentityCheck,
  IdentityProvider,
  type IdentityWebhooks,
  type NumberType,
} from '../../identity-provider.js';
import { zipOf } from './selfie-archive.js';
import { recordOf, textOfRecord } from '../../records.js';

export interface SmileIdSettings {
  readonly url: string;
  readonly partnerId: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  /** Undefined: it answers at once. */
  readonly callbackUrl: string | undefined;
}

const ID_TYPES: Readonly<Record<NumberType, string>> = { bvn: 'BVN', nin: 'NIN_V2', vnin: 'V_NIN' };
/** Older answers may have been kept by somebody. */
const OLDEST_MS = 15 * MINUTE_MS;
const OURS = new Set(['1016', '2203', '2204', '2205', '2213', '2220', '2405']);
/** Nobody has a number of this form. */
const NOBODY = new Set(['1013', '1014', '1023']);

/** Basic and Enhanced KYC of Smile ID, version 1. */
export class SmileIdProvider extends IdentityProvider {
  readonly name = 'smileid';
  override readonly webhooks: IdentityWebhooks = {
    answer: {},
    identify: (request) => this.identify(request),
    read: (payload) => {
      const job = textOf(fieldsOf(parseFields(payload)?.['PartnerParams'])?.['job_id'], 64);
      return job === '' ? [] : [job];
    },
  };

  constructor(
    private readonly settings: SmileIdSettings,
    private readonly http: HttpClient,
    private readonly clock: Clock,
  ) {
    super();
  }

  get timeoutMs(): number {
    return this.settings.timeoutMs;
  }

  newJob(): string {
    return randomUUID();
  }

  async check(check: IdentityCheck, signal: AbortSignal): Promise<IdentityAnswer> {
    // A job that is sent twice is refused, so it is asked about first.
    const known = check.isRepeat ? await this.post('/job_status', this.question(check), signal) : undefined;
    if (known && known.status < 400) return this.answerOfJob(known.fields);
    if (check.selfie) return this.upload(check, check.selfie, signal);
    const { callbackUrl } = this.settings;
    const path = callbackUrl === undefined ? '/id_verification' : '/async_id_verification';
    const sent = await this.post(
      path,
      { ...this.order(check), ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl }) },
      signal,
    );
    if (callbackUrl !== undefined && sent.fields['success'] === true) return { outcome: 'pending' };
    return this.answerOf(sent.fields, sent.status);
  }

  private order({ job, type, number, firstName, lastName, birth }: IdentityCheck) {
    return {
      country: 'NG',
      id_type: ID_TYPES[type],
      id_number: number,
      first_name: firstName,
      last_name: lastName,
      dob: birth,
      partner_params: partnerParams(job, 5),
    };
  }

  /** With a selfie it always answers later, and is asked about the job. */
  private async upload(check: IdentityCheck, selfie: Buffer, signal: AbortSignal): Promise<IdentityAnswer> {
    const { callbackUrl, timeoutMs } = this.settings;
    const partner_params = partnerParams(check.job, 1);
    const about = { file_name: 'selfie.zip', smile_client_id: this.settings.partnerId, partner_params };
    const begun = await this.post('/upload', { ...about, model_parameters: {}, callback_url: callbackUrl ?? '' }, signal);
    const address = textOf(begun.fields['upload_url'], 2_000);
    if (begun.status >= 400 || !URL.canParse(address)) return this.answerOf(begun.fields, Math.max(begun.status, 400));
    const { country, id_type, id_number, first_name, last_name, dob } = this.order(check);
    const id_info = { country, id_type, id_number, first_name, last_name, dob, entered: 'true' };
    const zip = await zipOf({ selfie, id_info, partner_params, server_information: begun.fields });
    const headers = { 'content-type': 'application/zip' };
    const sent = await this.http.call({ method: 'PUT', url: new URL(address), headers, body: zip, timeoutMs, signal });
    if (sent.kind !== 'answered') return { outcome: 'unavailable', cause: sent.cause };
    return sent.status < 400 ? { outcome: 'pending' } : { outcome: 'unavailable', cause: `HTTP ${sent.status}` };
  }

  private question({ job }: IdentityCheck) {
    return { user_id: job, job_id: job, history: false, image_links: false };
  }

  private answerOfJob(fields: Fields): IdentityAnswer {
    if (!this.isSigned(fields)) return NOT_AUTHENTIC;
    const { job_complete: isComplete, result } = fields;
    if (isComplete !== true && isComplete !== 'true') return { outcome: 'pending' };
    const found = fieldsOf(result);
    return found ? (selfieAnswer(found) ?? answerBy(found)) : { outcome: 'unavailable', cause: 'a job without a result' };
  }

  private answerOf(fields: Fields, status: number): IdentityAnswer {
    const code = textOf(fields['ResultCode'] ?? fields['code'], 8);
    if (status >= 400 && !OURS.has(code)) return { outcome: 'unavailable', cause: `HTTP ${status}` };
    // Codes of 2xxx mean that there is no job, and nothing to sign.
    if (OURS.has(code)) return { outcome: 'not_ours', cause: `code ${code}` };
    return this.isSigned(fields) ? answerBy(fields) : NOT_AUTHENTIC;
  }

  private async post(path: string, body: object, signal: AbortSignal) {
    const timestamp = new Date(this.clock.now()).toISOString();
    const signed = {
      partner_id: this.settings.partnerId,
      timestamp,
      signature: this.signature(timestamp),
      source_sdk: 'rest_api',
      source_sdk_version: '1.0.0',
      ...body,
    };
    const result = await this.http.call({
      method: 'POST',
      url: new URL(`${this.settings.url}${path}`),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signed),
      timeoutMs: this.settings.timeoutMs,
      signal,
    });
    if (result.kind !== 'answered') throw new Error(`${path}: ${result.cause}`);
    return { status: result.status, fields: parseFields(result.body) ?? {} };
  }

  private identify({ body }: RawRequest): { eventId: string; event: string } | undefined {
    const fields = parseFields(Buffer.from(body).toString('utf8'));
    if (!fields || !this.isSigned(fields)) return undefined;
    const job = textOf(fieldsOf(fields['PartnerParams'])?.['job_id'], 64);
    // A provisional result and the final one are two callbacks of one job.
    return job === ''
      ? undefined
      : { eventId: `${job}:${textOf(fields['ResultCode'], 8)}:${textOf(fields['timestamp'], 40)}`, event: 'id_verification' };
  }

  /** It proves who sent it, and not what it says: so a callback only makes us ask. */
  private isSigned(fields: Fields): boolean {
    const [timestamp, signature] = [textOf(fields['timestamp'], 40), textOf(fields['signature'], 64)];
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.signature(timestamp))];
    const ageMs = this.clock.now() - Date.parse(timestamp);
    return given.length === expected.length && timingSafeEqual(given, expected) && Math.abs(ageMs) <= OLDEST_MS;
  }

  private signature(timestamp: string): string {
    const { apiKey, partnerId } = this.settings;
    return createHmac('sha256', apiKey).update(`${timestamp}${partnerId}sid_request`).digest('base64');
  }
}

const NOT_AUTHENTIC: IdentityAnswer = { outcome: 'unavailable', cause: 'the answer is not signed as it should be' };

function answerBy(fields: Fields): IdentityAnswer {
  const code = textOf(fields['ResultCode'], 8);
  if (code === '1012') {
    const record = recordOfSmile(fields);
    return record ? { outcome: 'found', record } : { outcome: 'unavailable', cause: 'a record without names' };
  }
  if (code === '1020') return { outcome: 'matched', agrees: true };
  if (code === '1021' || code === '1022') return { outcome: 'matched', agrees: false };
  if (NOBODY.has(code)) return { outcome: 'not_found' };
  if (OURS.has(code)) return { outcome: 'not_ours', cause: `code ${code}` };
  return { outcome: 'unavailable', cause: `code ${code}` };
}

function partnerParams(job: string, job_type: 1 | 5) {
  return { job_id: job, user_id: job, job_type };
}

const COMPARED: Readonly<Record<string, boolean>> = {
  Passed: true,
  Completed: true,
  Approved: true,
  Verified: true,
  Failed: false,
  Rejected: false,
};
const SPOOF = '0907';

/** Of a job with a selfie, whose codes are not all documented; undefined of another one. A provisional result has a final one behind it. */
function selfieAnswer(fields: Fields): IdentityAnswer | undefined {
  const actions = fieldsOf(fields['Actions']) ?? {};
  const code = textOf(fields['ResultCode'], 8);
  const isCompared = 'Selfie_To_ID_Authority_Compare' in actions;
  if (!isCompared || NOBODY.has(code)) return undefined;
  if (fields['IsFinalResult'] !== true && fields['IsFinalResult'] !== 'true') return { outcome: 'pending' };
  const selfieAgrees = code === SPOOF ? false : COMPARED[textOf(actions['Selfie_To_ID_Authority_Compare'], 32)];
  const record = recordOfSmile(fields);
  // Without a record nobody has compared the names, so that staff have to look.
  return record ? { outcome: 'found', record, selfieAgrees } : { outcome: 'matched', agrees: false, selfieAgrees };
}

/** The whole name has the last name last; the source's own fields say it better, where they are there. */
function recordOfSmile(fields: Fields) {
  const full = fieldsOf(fields['FullData']) ?? {};
  const words = textOfRecord(fields['FullName']).split(/\s+/);
  return recordOf({
    first: full['firstName'] ?? full['firstname'] ?? words[0],
    middle: full['middleName'] ?? full['middlename'] ?? words.slice(1, -1).join(' '),
    last: full['lastName'] ?? full['surname'] ?? (words.length > 1 ? words.at(-1) : ''),
    birth: fields['DOB'],
    nin: full['nin'],
  });
}
