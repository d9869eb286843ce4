import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Fault, Faults, isStopped, readBody, type Reply, send, sendFaulty } from '../shared/fault.js';
import { LoopbackServer } from '../shared/loopback-server.js';
import type { BillerSimulator } from '../shared/simulator.js';
import { PurchaseBooks } from '../shared/purchase-books.js';
import { Scenarios } from '../shared/scenarios.js';
import { camelCased, paymentAnswer, queryAnswer, type QuicktellerShapes, SUCCESSFUL } from './quickteller-answers.js';
import { quicktellerBillers } from './quickteller-catalogue.js';
import { billerList, categoryList, optionList } from './quickteller-listing.js';
import { type CheckedPayment, checkPayment, type Contract, found, type Refusal } from './quickteller-pay-check.js';
import { QuicktellerTokens } from './quickteller-tokens.js';

const TOKEN = '/passport/oauth/token';
const BASE = '/quicktellerservice/api/v5';
const CONTRACT: Contract = {
  clientId: 'IKIA-simulated',
  clientSecret: 'quickteller-secret',
  terminalId: '3PBL0001',
  referencePrefix: '1453',
  referenceLength: 12,
  phoneForm: 'local',
};

/** Quickteller Service v5 over HTTP, with books of what it really delivered. */
export class QuicktellerSimulator extends LoopbackServer implements BillerSimulator {
  readonly faults = new Faults();
  readonly scenarios = new Scenarios();
  readonly books = new PurchaseBooks();
  readonly billers = quicktellerBillers();
  readonly tokens: QuicktellerTokens;
  readonly shapes: QuicktellerShapes = { casing: 'pascal', encoding: 'encoded', pinInQueries: true };
  /** Requests that a strict provider would not have accepted, and why. */
  readonly complaints: string[] = [];
  /** Numbers that no validation knows. */
  readonly unknownCustomers = new Set<string>();

  private constructor(private readonly contract: Contract) {
    super();
    this.tokens = new QuicktellerTokens(contract);
  }

  static async start(contract: Partial<Contract> = {}, port = 0): Promise<QuicktellerSimulator> {
    const simulator = new QuicktellerSimulator({ ...CONTRACT, ...contract });
    await simulator.listen(port);
    return simulator;
  }

  /** Settings of a service that uses this simulator. */
  get environment(): Record<string, string> {
    const { clientId, clientSecret, terminalId, referencePrefix, referenceLength, phoneForm } = this.contract;
    return {
      QUICKTELLER_URL: this.url + BASE,
      QUICKTELLER_TOKEN_URL: this.url + TOKEN,
      QUICKTELLER_CLIENT_ID: clientId,
      QUICKTELLER_CLIENT_SECRET: clientSecret,
      QUICKTELLER_TERMINAL_ID: terminalId,
      QUICKTELLER_REFERENCE_PREFIX: referencePrefix,
      QUICKTELLER_REFERENCE_LENGTH: String(referenceLength),
      QUICKTELLER_PHONE_FORM: phoneForm,
    };
  }

  protected override async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const { method = '', url = '', headers } = request;
    const fault = this.faults.take(url);
    if (isStopped(response, fault)) return;
    if (method === 'POST' && url === TOKEN)
      return fault === 'unauthorized'
        ? send(response, { status: 401, body: { error: 'invalid_client' } })
        : sendFaulty(response, fault, this.tokens.grant(request, body));
    if (fault === 'unauthorized' || !this.tokens.accepts(request))
      return send(response, { status: 401, body: { error: 'invalid_token' } });
    if (headers['terminalid'] !== this.contract.terminalId)
      return send(response, this.refuse({ code: '20021', complaint: 'the header TerminalID is missing' }));
    if (fault === 'refused') return send(response, this.refuse({ code: '70010' }));
    if (method === 'POST' && url === `${BASE}/Transactions`) return this.pay(body, response, fault);
    this.send(response, fault, this.answer(method, url, body));
  }

  private send(response: ServerResponse, fault: Fault | undefined, { status, body }: Reply): void {
    sendFaulty(response, fault, { status, body: this.shapes.casing === 'camel' ? camelCased(body) : body });
  }

  private answer(method: string, url: string, body: string): Reply {
    const { pathname, searchParams } = new URL(url, this.url);
    switch (`${method} ${pathname}`) {
      case `GET ${BASE}/services`:
        return ok(billerList(this.billers, searchParams.get('categoryId')));
      case `GET ${BASE}/services/categories`:
        return ok(categoryList());
      case `GET ${BASE}/services/options`: {
        const biller = this.billers.find(({ id }) => String(id) === searchParams.get('serviceid'));
        return biller ? ok(optionList(biller)) : this.refuse({ code: '70010', complaint: `no such biller: ${url}` });
      }
      case `POST ${BASE}/Transactions/validatecustomers`:
        return this.validate(JSON.parse(body) as Record<string, unknown>);
      case `GET ${BASE}/Transactions`:
        return this.query(searchParams.get('requestRef'));
      default:
        this.complaints.push(`no such address: ${method} ${url}`);
        return { status: 404, body: { errors: [{ code: '404', message: 'Not found' }] } };
    }
  }

  private validate({ customers, TerminalId, ...stray }: Record<string, unknown>): Reply {
    if (TerminalId !== this.contract.terminalId) return this.refuse({ code: '20021', complaint: 'TerminalId is another one' });
    if (Object.keys(stray).length > 0 || !Array.isArray(customers))
      return this.refuse({ code: '10002', complaint: 'a validation of another form' });
    const Customers = (customers as Record<string, unknown>[]).map((each) => this.customer(each));
    return ok({ Customers, ...SUCCESSFUL });
  }

  /** Each has a code of its own. */
  private customer({ PaymentCode, CustomerId }: Record<string, unknown>): object {
    const [biller] = found(this.billers, PaymentCode);
    const isKnown =
      biller !== undefined && /^\d{10,13}$/.test(String(CustomerId)) && !this.unknownCustomers.has(String(CustomerId));
    return {
      BillerId: biller?.id,
      PaymentCode,
      CustomerId,
      ResponseCode: isKnown ? '90000' : biller ? '70013' : '70010',
      ...(isKnown ? { FullName: 'BIOLA OBI', Amount: '0', AmountType: 0, AmountTypeDescription: 'None' } : {}),
      Surcharge: biller?.surcharge ?? '0',
    };
  }

  private async pay(body: string, response: ServerResponse, fault: Fault | undefined): Promise<void> {
    const payment = this.checked(JSON.parse(body) as Record<string, unknown>);
    if ('code' in payment) return this.send(response, fault, this.refuse(payment));
    const { reference, item, customer, amountKobo } = payment;
    const scenario = this.scenarios.take(reference, customer);
    if (scenario.end === 'refused') return this.send(response, fault, this.refuse({ code: scenario.code ?? '70013' }));
    if (scenario.end === 'lost')
      return this.send(response, fault ?? scenario.answer ?? 'done_then_hang', this.refuse({ code: 'E20' }));
    const { delivers, paymentCode } = item;
    const ordered = { reference, item: paymentCode, customer, amountKobo, chargedKobo: amountKobo, delivers };
    const sold = this.books.open(ordered, scenario);
    this.send(response, fault ?? scenario.answer, ok(paymentAnswer(sold, this.books.first(sold))));
  }

  /** The payment, or why it is refused. */
  private checked(fields: Record<string, unknown>): CheckedPayment | Refusal {
    const payment = checkPayment(fields, this.billers, this.contract);
    if ('code' in payment) return payment;
    if (this.books.sold.has(payment.reference)) return { code: '90026', complaint: `${payment.reference} was sent twice` };
    if (this.unknownCustomers.has(payment.customer)) return { code: '70013' };
    return payment.amountKobo > this.books.floatKobo ? { code: '90051' } : payment;
  }

  private query(reference: string | null): Reply {
    if (reference === null) return this.refuse({ code: '20010', complaint: 'a query without requestRef' });
    const told = this.books.ask(reference);
    if (told.state === 'hidden') return this.refuse({ code: '70038' });
    const sold = this.books.of(reference);
    const [biller] = found(this.billers, sold.item);
    return ok(queryAnswer(sold, told, biller!, this.shapes));
  }

  private refuse({ code, complaint }: Refusal): Reply {
    if (complaint !== undefined) this.complaints.push(complaint);
    const answer = { ResponseCode: code, ResponseCodeGrouping: 'FAILED', ResponseDescription: `Code ${code}` };
    if (!code.startsWith('E')) return ok(answer);
    return { status: 504, body: { errors: [{ code, message: `Code ${code}`, responseCodeGrouping: 'FAILED' }] } };
  }
}

function ok(body: object): Reply {
  return { status: 200, body };
}
