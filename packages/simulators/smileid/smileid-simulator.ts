import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { IdentityBooks, type SimulatedPerson, type SimulatedRefusal } from '../shared/identity-books.js';
import { LoopbackServer } from '../shared/loopback-server.js';

type Fields = Readonly<Record<string, unknown>>;

interface Job {
  readonly fields: Fields;
  readonly callbackUrl: string | undefined;
  isComplete: boolean;
  /** The number and the size of the selfie, of a job that has one. */
  selfie?: { readonly number: string; readonly bytes: number };
}

const UPLOADS = '/upload/';

const CODES: Readonly<Record<SimulatedRefusal, readonly [code: string, text: string]>> = {
  not_found: ['1013', 'ID Number Not Found'],
  watch_listed: ['1013', 'ID Number Not Found'],
  source_down: ['1015', 'Database Unavailable'],
  balance_empty: ['1016', 'Product Not Enabled'],
  pending: ['1015', 'Database Unavailable'],
};

/** Version 1 of Smile ID's interface for numbers, over HTTP. */
export class SmileIdSimulator extends LoopbackServer {
  readonly books = new IdentityBooks();
  readonly complaints: string[] = [];
  readonly jobs = new Map<string, Job>();
  /** Answers and callbacks have this signature instead of the right one. */
  wrongSignature: string | undefined;

  private constructor(
    readonly partnerId: string,
    private readonly apiKey: string,
  ) {
    super();
  }

  static async start(port = 0): Promise<SmileIdSimulator> {
    const simulator = new SmileIdSimulator('1234', 'smile-key');
    await simulator.listen(port);
    return simulator;
  }

  get environment(): Record<string, string> {
    return { SMILEID_URL: `${this.url}/v1`, SMILEID_PARTNER_ID: this.partnerId, SMILEID_API_KEY: this.apiKey };
  }

  /** The callback of a job, whose body another person may have changed: the signature does not cover it. */
  async callBack(jobId: string, changed: Fields = {}, address?: string): Promise<number> {
    const job = this.jobs.get(jobId)!;
    job.isComplete = true;
    const body = JSON.stringify({ ...this.resultOf(job.fields), ...changed, ...this.signed() });
    const response = await fetch(address ?? job.callbackUrl!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return response.status;
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'PUT') return this.receive(request, response);
    const fields = (await json(request)) as Fields;
    const reply = this.replyTo(request.url ?? '', fields);
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
  }

  /** The archive of a job with a selfie, which is compared at once. */
  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const job = this.jobs.get((request.url ?? '').slice(UPLOADS.length));
    const files = unzipSync(new Uint8Array(await buffer(request)));
    const { id_info: info, images } = JSON.parse(strFromU8(files['info.json']!)) as { id_info: Fields; images: Fields[] };
    const selfie = files[String(images[0]?.['file_name'])];
    if (job && selfie) Object.assign(job, { isComplete: true, selfie: { number: info['id_number'], bytes: selfie.length } });
    response.writeHead(job && selfie ? 200 : 400).end();
  }

  private replyTo(path: string, fields: Fields): { status: number; body: object } {
    const { timestamp, signature, partner_id: partnerId } = fields;
    if (partnerId !== this.partnerId || signature !== this.sign(String(timestamp)))
      return { status: 400, body: { code: '2205', error: 'You are not authorized to do that.' } };
    if (path === '/v1/job_status') return this.statusOf(String(fields['job_id']));
    const { job_id: jobId, job_type: jobType } = fields['partner_params'] as Fields;
    if (jobType !== (path === '/v1/upload' ? 1 : 5)) this.complaints.push(`job ${String(jobId)} has another type`);
    if (path !== '/v1/upload' && fields['country'] !== 'NG') this.complaints.push(`job ${String(jobId)} is of no country`);
    if (this.jobs.has(String(jobId))) return { status: 400, body: { code: '2214', error: 'Duplicate job' } };
    const callbackUrl = fields['callback_url'] as string | undefined;
    this.jobs.set(String(jobId), { fields, callbackUrl, isComplete: path !== '/v1/upload' && callbackUrl === undefined });
    if (path === '/v1/upload')
      return { status: 200, body: { upload_url: `${this.url}${UPLOADS}${String(jobId)}`, smile_job_id: '1' } };
    if (path === '/v1/async_id_verification') return { status: 200, body: { success: true } };
    return { status: 200, body: { ...this.resultOf(fields), ...this.signed() } };
  }

  private statusOf(jobId: string): { status: number; body: object } {
    const job = this.jobs.get(jobId);
    if (!job) return { status: 400, body: { code: '2214', error: 'No such job' } };
    const result = job.isComplete ? { result: this.resultOf(job.fields, job.selfie) } : {};
    return { status: 200, body: { job_complete: job.isComplete, job_success: true, code: '2302', ...result, ...this.signed() } };
  }

  private resultOf(fields: Fields, selfie?: Job['selfie']): Fields {
    const number = selfie?.number ?? String(fields['id_number']);
    const answer = this.books.answerAbout(number);
    const [code, text] = typeof answer === 'string' ? CODES[answer] : ['1012', 'ID Number Validated'];
    const shared = {
      JSONVersion: '1.0.0',
      ResultCode: code,
      ResultText: text,
      ResultType: 'ID Verification',
      IsFinalResult: 'true',
      PartnerParams: fields['partner_params'],
      Country: 'NG',
      IDType: fields['id_type'],
      Source: 'ID API',
    };
    if (typeof answer === 'string') return shared;
    const isSame = selfie !== undefined && selfie.bytes > 0 && !this.books.otherFaces.has(number);
    const compared = { ResultCode: '0820', Actions: { Selfie_To_ID_Authority_Compare: isSame ? 'Completed' : 'Failed' } };
    return { ...shared, ...recordOf(answer), ...(selfie ? compared : {}) };
  }

  private signed(): Fields {
    const timestamp = new Date().toISOString();
    return { timestamp, signature: this.wrongSignature ?? this.sign(timestamp) };
  }

  private sign(timestamp: string): string {
    return createHmac('sha256', this.apiKey).update(`${timestamp}${this.partnerId}sid_request`).digest('base64');
  }
}

function recordOf({ firstName, middleName, lastName, birth, nin }: SimulatedPerson): Fields {
  return {
    FullName: [firstName, middleName, lastName]
      .filter((name) => name !== undefined)
      .join(' ')
      .toUpperCase(),
    DOB: birth,
    Gender: 'Not Available',
    Photo: Buffer.alloc(1_000).toString('base64'),
    FullData: { firstName, middleName: middleName ?? 'Not Available', lastName, ...(nin === undefined ? {} : { nin }) },
  };
}
