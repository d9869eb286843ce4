import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { IdentityBooks, type SimulatedPerson, type SimulatedRefusal } from '../shared/identity-books.js';
import { LoopbackServer } from '../shared/loopback-server.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const CODES: Readonly<Record<Exclude<SimulatedRefusal, 'pending'>, object>> = {
  not_found: { status: true, response_code: '01', detail: 'record not found' },
  watch_listed: { status: false, response_code: '07', detail: 'BVN blocked' },
  source_down: { status: true, response_code: '02', detail: 'try again later' },
  balance_empty: { status: false, response_code: '03', detail: 'insufficient wallet balance' },
};

/** Prembly's lookups of BVN and NIN over HTTP. */
export class PremblySimulator extends LoopbackServer {
  readonly books = new IdentityBooks();
  /** Answered with this status instead, as 402 for an empty wallet. */
  httpStatus = 200;
  /** Of the checks that wait. */
  readonly references: string[] = [];

  private constructor(
    private readonly apiKey: string,
    private readonly publicKey: string,
  ) {
    super();
  }

  static async start(port = 0): Promise<PremblySimulator> {
    const simulator = new PremblySimulator('prembly-key', 'prembly-public');
    await simulator.listen(port);
    return simulator;
  }

  get environment(): Record<string, string> {
    return { PREMBLY_URL: this.url, PREMBLY_API_KEY: this.apiKey, PREMBLY_PUBLIC_KEY: this.publicKey };
  }

  /** @returns the status that it was answered with */
  async announce(serviceUrl: string, reference: string, publicKey = this.publicKey): Promise<number> {
    const headers = {
      'content-type': 'application/json',
      'x-prembly-signature': Buffer.from(publicKey).toString('base64'),
      token: reference,
    };
    const body = JSON.stringify({ status: true, verification: { status: 'VERIFIED', reference } });
    const url = `${serviceUrl}/?req=webhook_receive&provider=prembly`;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = (await json(request)) as Readonly<Record<string, string>>;
    const isKnown = request.headers['x-api-key'] === this.apiKey;
    const status = isKnown ? this.httpStatus : 401;
    const body = status === 200 ? this.answerTo(request.url ?? '', fields) : { status: false, detail: 'refused' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private answerTo(path: string, fields: Readonly<Record<string, string>>): object {
    const isBvn = path.startsWith('/verification/bvn');
    const number = fields[isBvn ? 'number' : 'number_nin'] ?? '';
    const answer = this.books.answerAbout(number);
    const reference = randomUUID();
    if (answer === 'pending') {
      this.references.push(reference);
      return { status: true, response_code: '02', verification: { status: 'PENDING', reference } };
    }
    if (typeof answer === 'string') return { ...CODES[answer], verification: { status: 'NOT-VERIFIED', reference } };
    const found = {
      status: true,
      detail: 'Verification Successfull',
      response_code: '00',
      verification: { status: 'VERIFIED', reference },
    };
    const face = path.endsWith('_w_face') ? { face_data: this.faceOf(number, fields['image']) } : {};
    return isBvn ? { ...found, data: { ...bvnOf(answer), ...face } } : { ...found, nin_data: { ...ninOf(answer), ...face } };
  }

  /** How sure it is is as small in its own sample. */
  private faceOf(number: string, image = ''): object {
    const isSame = Buffer.from(image, 'base64').length > 0 && !this.books.otherFaces.has(number);
    const message = isSame ? 'Face Match' : 'Face does not match';
    return { status: isSame, message, confidence: 0.04, response_code: isSame ? '00' : '01' };
  }
}

function bvnOf({ firstName, middleName = '', lastName, birth }: SimulatedPerson): object {
  const [year, month, day] = birth.split('-');
  const dateOfBirth = `${day}-${MONTHS[Number(month) - 1]}-${year}`;
  return {
    firstName: firstName.toUpperCase(),
    middleName: middleName.toUpperCase(),
    lastName: lastName.toUpperCase(),
    dateOfBirth,
    watchListed: 'NO',
    base64Image: Buffer.alloc(1_000).toString('base64'),
  };
}

function ninOf({ firstName, middleName = '', lastName, birth }: SimulatedPerson): object {
  return {
    firstname: firstName.toUpperCase(),
    middlename: middleName.toUpperCase(),
    surname: lastName.toUpperCase(),
    birthdate: birth.split('-').toReversed().join('-'),
  };
}
