import type { IncomingMessage, ServerResponse } from 'node:http';
import { Faults, isStopped, readBody, type Reply, send, sendFaulty } from '../shared/fault.js';
import { LoopbackServer } from '../shared/loopback-server.js';
import type { BillerSimulator } from '../shared/simulator.js';
import { PurchaseBooks, type Sold, type Told } from '../shared/purchase-books.js';
import { type Scenario, Scenarios } from '../shared/scenarios.js';
import { meaningOf, transactionAnswer, type VtpassShapes } from './vtpass-answers.js';
import { VTPASS_CATEGORIES, type VtpassService, vtpassServices } from './vtpass-catalogue.js';
import { SANDBOX_PHONES, verified } from './vtpass-customers.js';
import { type CheckedPayment, checkPayment, minutesApart, type Refusal } from './vtpass-pay-check.js';
import { VtpassAnnouncements } from './vtpass-webhooks.js';

export interface VtpassKeys {
  readonly apiKey: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** Ours, in the address of the webhooks. */
  readonly webhookToken: string;
}

const KEYS: VtpassKeys = {
  apiKey: 'vtpass-api-key',
  publicKey: 'PK_simulated',
  secretKey: 'SK_simulated',
  webhookToken: 'simulated-token-of-vtpass',
};
const CODES: Readonly<Record<Told['state'], readonly [code: string, status: string]>> = {
  delivered: ['000', 'delivered'],
  pending: ['099', 'pending'],
  failed: ['016', 'failed'],
  reversed: ['040', 'reversed'],
  hidden: ['015', ''],
};

/** VTpass over HTTP, with books of what it really delivered. */
export class VtpassSimulator extends LoopbackServer implements BillerSimulator {
  readonly faults = new Faults();
  readonly scenarios = new Scenarios();
  readonly books = new PurchaseBooks();
  readonly announcements = new VtpassAnnouncements();
  readonly services = vtpassServices();
  readonly shapes: VtpassShapes = { date: 'object', numbers: 'number', spelling: 'varations' };
  readonly complaints: string[] = [];
  readonly unknownCustomers = new Set<string>();
  readonly notWhitelisted = new Set<string>();
  /** Two purchases of one service for one customer within this time are taken for one. */
  duplicateWithinMs = 30_000;
  /** On the amount. */
  commissionPercent = 3;
  /** As in the sandbox: purchases for phones fail unless the number is one of its own. */
  sandboxPhonesOnly = false;
  now: () => number = Date.now;

  private constructor(private readonly keys: VtpassKeys) {
    super();
  }

  static async start(keys = KEYS, port = 0): Promise<VtpassSimulator> {
    const simulator = new VtpassSimulator(keys);
    await simulator.listen(port);
    return simulator;
  }

  get environment(): Record<string, string> {
    const { apiKey, publicKey, secretKey, webhookToken } = this.keys;
    return {
      VTPASS_URL: `${this.url}/api`,
      VTPASS_API_KEY: apiKey,
      VTPASS_PUBLIC_KEY: publicKey,
      VTPASS_SECRET_KEY: secretKey,
      VTPASS_WEBHOOK_TOKEN: webhookToken,
    };
  }

  /** Sends webhooks to a service. */
  announceTo(serviceUrl: string): void {
    this.announcements.url = `${serviceUrl}/?req=webhook_receive&provider=vtpass&token=${this.keys.webhookToken}`;
  }

  /** Tells of a purchase as it stands. Resolves to how often it was sent. */
  announce(reference: string): Promise<number> {
    const sold = this.books.of(reference);
    const [code, status] = CODES[sold.state];
    const data = transactionAnswer(sold, this.serviceOf(sold), { code, status, pin: '' }, this.shapes);
    return this.announcements.send({ type: 'transaction-update', data });
  }

  /** Changes a price, and tells of it. */
  reprice(serviceID: string, code: string, amount: string): Promise<number> {
    const variation = this.services.find((each) => each.serviceID === serviceID)!.variations.find((each) => each.code === code)!;
    variation.amount = amount;
    const changed = { variation_code: code, name: variation.name, variation_amount: amount, fixedPrice: 'Yes' };
    return this.announcements.send({
      type: 'variations-update',
      serviceID,
      summary: { added_variation_codes: [], updated_variation_codes: [code], removed_variation_codes: [] },
      actionRequired: { added: false, updated: true, removed: false },
      data: { content: { variations: [changed] } },
    });
  }

  async reverse(reference: string): Promise<void> {
    this.books.reverse(reference);
    await this.announce(reference);
  }

  protected override async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const { method = '', url = '' } = request;
    const fault = this.faults.take(url);
    if (isStopped(response, fault)) return;
    if (fault === 'unauthorized' || !this.isAuthorised(request)) return send(response, refusal(method, '087'));
    if (fault === 'refused') return send(response, refusal(method, '030'));
    if (method === 'POST' && url === '/api/pay') return this.pay(body, response, fault);
    sendFaulty(response, fault, this.answer(method, url, body));
  }

  private isAuthorised({ method, headers }: IncomingMessage): boolean {
    const isRead = method === 'GET';
    if (isRead && headers['secret-key'] !== undefined) this.complaints.push('a read carries the secret key');
    const [given, key] = isRead ? [headers['public-key'], this.keys.publicKey] : [headers['secret-key'], this.keys.secretKey];
    return headers['api-key'] === this.keys.apiKey && given === key;
  }

  private answer(method: string, url: string, body: string): Reply {
    const { pathname, searchParams } = new URL(url, this.url);
    switch (`${method} ${pathname}`) {
      case 'GET /api/service-categories':
        return list(VTPASS_CATEGORIES.map(([identifier, name]) => ({ identifier, name })));
      case 'GET /api/services':
        return list(this.services.filter(({ category }) => category === searchParams.get('identifier')).map(listedService));
      case 'GET /api/service-variations':
        return this.variations(searchParams.get('serviceID'));
      case 'GET /api/balance':
        return { status: 200, body: { code: 1, contents: { balance: this.books.floatKobo / 100 } } };
      case 'POST /api/merchant-verify':
        return this.verify(JSON.parse(body) as Record<string, unknown>);
      case 'POST /api/requery':
        return this.requery(JSON.parse(body) as Record<string, unknown>);
      default:
        this.complaints.push(`no such address: ${method} ${url}`);
        return { status: 404, body: { code: '404', response_description: 'Not found' } };
    }
  }

  private variations(serviceID: string | null): Reply {
    const service = this.services.find((each) => each.serviceID === serviceID);
    if (!service) return this.refuse('GET', '012', `there is no service ${serviceID}`);
    const variations = service.variations.map(({ code, name, amount }) => ({
      variation_code: code,
      name,
      variation_amount: amount ?? '0.00',
      fixedPrice: amount === undefined ? 'No' : 'Yes',
    }));
    return {
      status: 200,
      body: {
        response_description: '000',
        content: { ServiceName: service.name, serviceID, convinience_fee: service.fee, [this.shapes.spelling]: variations },
      },
    };
  }

  private verify({ billersCode, serviceID, type, ...stray }: Record<string, unknown>): Reply {
    const service = this.services.find((each) => each.serviceID === serviceID);
    if (!service) return this.refuse('POST', '012', `there is no service ${String(serviceID)}`);
    if (Object.keys(stray).length > 0 || typeof billersCode !== 'string')
      return this.refuse('POST', '011', `a verification of ${JSON.stringify({ billersCode, ...stray })}`);
    if (service.customer === 'meter' && type !== 'prepaid' && type !== 'postpaid')
      return this.refuse('POST', '011', 'the type of a meter is missing');
    const content = verified({ service, number: billersCode, type: type as string | undefined }, this.unknownCustomers);
    return { status: 200, body: { code: '000', content } };
  }

  private async pay(body: string, response: ServerResponse, fault: ReturnType<Faults['take']>): Promise<void> {
    const fields = JSON.parse(body) as Record<string, unknown>;
    const payment = this.checked(fields);
    if ('code' in payment) {
      if (payment.complaint !== undefined) this.complaints.push(payment.complaint);
      return sendFaulty(response, fault, refusal('POST', payment.code));
    }
    const { requestId, customer } = payment;
    if (minutesApart(requestId, this.now()) > 5) this.complaints.push(`request_id ${requestId} is not of this minute in Lagos`);
    const scenario = this.scenarioOf(payment);
    if (scenario.end === 'refused') return sendFaulty(response, fault, refusal('POST', scenario.code ?? '091'));
    if (scenario.end === 'lost')
      return sendFaulty(response, fault ?? scenario.answer ?? 'done_then_hang', refusal('POST', '083'));
    const sold = this.books.open(this.ordered(payment), scenario, this.now());
    const told = this.books.first(sold);
    if (this.sandboxPhone(payment) === 'empty') return void response.writeHead(200).end();
    sendFaulty(response, fault ?? scenario.answer, this.told(sold, told, scenario.code));
    if (customer === '') this.complaints.push('a payment for nobody');
  }

  /** The payment, or why it is refused. */
  private checked(fields: Record<string, unknown>): CheckedPayment | Refusal {
    const payment = checkPayment(fields, this.services, this.now());
    if ('code' in payment) return payment;
    if (this.books.sold.has(payment.requestId)) return { code: '014', complaint: `${payment.requestId} was sent twice` };
    if (this.notWhitelisted.has(payment.service.serviceID)) return { code: '028' };
    const ordered = this.ordered(payment);
    const recent = this.now() - this.duplicateWithinMs;
    const isRepeat = this.books
      .for(payment.customer)
      .some(({ item, at, state }) => item.split(':')[0] === payment.service.serviceID && at > recent && state !== 'failed');
    if (isRepeat) return { code: '019' };
    return ordered.chargedKobo > this.books.floatKobo ? { code: '018' } : payment;
  }

  private ordered({ requestId, service, variation, customer, amountKobo, subscription }: CheckedPayment) {
    const isToken = service.customer === 'meter' && variation?.code === 'prepaid';
    return {
      reference: requestId,
      item: `${service.serviceID}:${variation?.code ?? ''}`,
      customer,
      amountKobo,
      subscription,
      chargedKobo: Math.round(amountKobo * (1 - this.commissionPercent / 100)),
      delivers: isToken ? ('token' as const) : service.category === 'education' ? ('pin' as const) : ('nothing' as const),
    };
  }

  private sandboxPhone({ service, phone }: CheckedPayment) {
    return service.category === 'airtime' ? SANDBOX_PHONES[phone] : undefined;
  }

  private scenarioOf(payment: CheckedPayment): Scenario {
    const given = this.scenarios.take(payment.requestId, payment.customer);
    switch (this.sandboxPhone(payment)) {
      case 'pending':
        return { ...given, pendingQueries: Number.MAX_SAFE_INTEGER };
      case 'unexpected':
        return { ...given, code: '777', queryCode: '777' };
      case 'silent':
        return { ...given, answer: 'done_then_hang' };
      case 'delivered':
      case 'empty':
        return given;
      case undefined:
        return this.sandboxPhonesOnly && payment.service.category === 'airtime' ? { ...given, end: 'failed' } : given;
    }
  }

  private requery({ request_id: reference, ...stray }: Record<string, unknown>): Reply {
    if (typeof reference !== 'string' || Object.keys(stray).length > 0)
      return this.refuse('POST', '011', 'a question for nothing');
    const told = this.books.ask(reference);
    if (told.state === 'hidden') return refusal('POST', '015');
    const sold = this.books.of(reference);
    return this.told(sold, told, sold.scenario.queryCode);
  }

  private told(sold: Sold, { state, pin }: Told, instead?: string): Reply {
    const [code, status] = CODES[state];
    const answer = transactionAnswer(sold, this.serviceOf(sold), { code: instead ?? code, status, pin }, this.shapes);
    // They tell only the code of a purchase that is not decided.
    if (instead !== undefined) return { status: 200, body: { ...answer, content: {} } };
    return { status: 200, body: answer };
  }

  private serviceOf({ item }: Sold): VtpassService {
    return this.services.find(({ serviceID }) => item.startsWith(`${serviceID}:`))!;
  }

  private refuse(method: string, code: string, complaint: string): Reply {
    this.complaints.push(complaint);
    return refusal(method, code);
  }
}

function list(content: object[]): Reply {
  return { status: 200, body: { response_description: '000', content } };
}

function listedService({ serviceID, name, least, most, fee, customer }: VtpassService) {
  return {
    serviceID,
    name,
    minimium_amount: least,
    maximum_amount: customer === 'phone' ? String(most) : most,
    convinience_fee: fee,
    product_type: 'fix',
    image: `https://sandbox.vtpass.com/resources/products/${serviceID}.jpg`,
  };
}

/** Reads have the code in another field. */
function refusal(method: string, code: string): Reply {
  if (method === 'GET') return { status: 200, body: { response_description: code, content: { errors: meaningOf(code) } } };
  return { status: 200, body: { code, response_description: meaningOf(code), content: { errors: meaningOf(code) } } };
}
