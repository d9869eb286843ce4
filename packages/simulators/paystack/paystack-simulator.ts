import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FaultyReply, Faults, isStopped, readBody, type Reply, send, sendFaulty } from '../shared/fault.js';
import { LoopbackServer } from '../shared/loopback-server.js';
import type { BankSimulator, IncomingPayment, OpenedAccount, PayoutSimulator } from '../shared/simulator.js';
import { sendWebhook, type WebhookTarget } from '../shared/webhook-sender.js';
import { type Charge, PaystackBooks, type Transfer } from './paystack-books.js';
import { checkCharge } from './paystack-charge-check.js';
import { PaystackTransfers } from './paystack-transfers.js';

const HOUR_MS = 3_600_000;
const NO_SUCH = {
  status: 404,
  body: { status: false, message: 'Transaction reference not found', code: 'transaction_not_found' },
};

/** Paystack's Charge, Verify and Transfer interfaces over HTTP, with books of what it really received and paid. */
export class PaystackSimulator extends LoopbackServer implements BankSimulator, PayoutSimulator {
  readonly faults = new Faults();
  readonly books = new PaystackBooks();
  readonly orderPath = '/charge';
  readonly webhooks: WebhookTarget;
  readonly complaints: string[] = [];
  readonly transfers: PaystackTransfers;
  readonly knownBank = '058';

  private constructor(private readonly secretKey: string) {
    super();
    this.webhooks = { url: undefined, header: 'x-paystack-signature', secret: secretKey };
    this.transfers = new PaystackTransfers(this.webhooks, (message) => this.refuse(400, message));
  }

  static async start(secretKey = 'sk_test_simulated', port = 0): Promise<PaystackSimulator> {
    const simulator = new PaystackSimulator(secretKey);
    await simulator.listen(port);
    return simulator;
  }

  get environment(): Record<string, string> {
    return { PAYSTACK_URL: this.url, PAYSTACK_SECRET_KEY: this.secretKey };
  }

  get payouts() {
    return this.transfers.desk;
  }

  get accounts(): readonly OpenedAccount[] {
    return [...this.books.charges.values()].toReversed().map((charge) => ({
      reference: charge.reference,
      account: charge.accountNumber,
      amountKobo: charge.amountKobo,
      receivedKobo: charge.receivedKobo,
      feesKobo: this.books.keptOf(charge),
      state: charge.state,
    }));
  }

  /** Sends webhooks to a service. */
  announceTo(serviceUrl: string): void {
    this.webhooks.url = `${serviceUrl}/?req=webhook_receive&provider=paystack`;
  }

  pay(account: string, { amountKobo, announce, isLate = false }: IncomingPayment): Promise<'credited' | 'returned'> {
    const charge = this.chargeOf(account);
    return this.transfer(account, { amountKobo, ...(isLate ? { at: charge.expiresAt + HOUR_MS } : {}) }, announce);
  }

  takeBack(account: string): Promise<void> {
    return this.reverse(this.chargeOf(account).reference);
  }

  private chargeOf(account: string): Charge {
    const charge = [...this.books.charges.values()].find(({ accountNumber }) => accountNumber === account);
    if (!charge) throw new Error(`there is no account ${account}`);
    return charge;
  }

  /**
   * A bank transfer into an account. The wrong amount, and money after the end, go back to the payer.
   * @param announce how often the webhook is sent; 0: it is lost
   */
  async transfer(accountNumber: string, transfer: Transfer, announce = 1): Promise<'credited' | 'returned'> {
    const { outcome, message } = this.books.receive(accountNumber, transfer);
    for (let time = 0; message && time < announce; time++) await sendWebhook(this.webhooks, message);
    return outcome;
  }

  /** The webhook of a payment, once more or late. @returns the status that it was answered with */
  announce(reference: string): Promise<number | undefined> {
    const data = this.books.transactionOf(this.books.charges.get(reference)!);
    return sendWebhook(this.webhooks, { event: 'charge.success', data });
  }

  async reverse(reference: string): Promise<void> {
    const message = this.books.reverse(reference);
    await sendWebhook(this.webhooks, message);
  }

  protected override async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const fault = this.faults.take(request.url ?? '');
    if (isStopped(response, fault)) return;
    if (fault === 'unauthorized' || request.headers.authorization !== `Bearer ${this.secretKey}`)
      return send(response, { status: 401, body: { status: false, message: 'Invalid key', code: 'invalid_Key' } });
    if (fault === 'refused')
      return send(response, {
        status: 400,
        body: { status: false, message: 'Charge could not be made', code: 'invalid_params' },
      });
    const { reply, fault: ofPayout } = await this.answer(request, body);
    sendFaulty(response, fault ?? ofPayout, reply);
  }

  private answer(request: IncomingMessage, body: string): Promise<FaultyReply> {
    const { method, url = '' } = request;
    if (this.transfers.isFor(url)) return this.transfers.answer(method, new URL(url, this.url), body);
    return Promise.resolve({ reply: this.answerBank(request, body) });
  }

  private answerBank({ method, url = '', headers }: IncomingMessage, body: string): Reply {
    if (method === 'GET' && url.startsWith('/transaction?')) return this.list(new URL(url, this.url).searchParams);
    const [, reference] = /^\/(?:charge|transaction\/verify)\/([^/?]+)$/.exec(url) ?? [];
    if (method === 'POST' && url === '/charge') return this.charge(headers['content-type'], body);
    const charge = reference === undefined ? undefined : this.books.charges.get(decodeURIComponent(reference));
    if (method !== 'GET' || reference === undefined) return this.refuse(404, `no such address: ${method} ${url}`);
    if (!charge) return NO_SUCH;
    if (url.startsWith('/charge/'))
      return { status: 200, body: { status: true, message: 'Charge attempted', data: pending(charge) } };
    return {
      status: 200,
      body: { status: true, message: 'Verification successful', data: this.books.distort(this.books.transactionOf(charge)) },
    };
  }

  private charge(contentType: string | undefined, body: string): Reply {
    const checked = checkCharge(contentType, body);
    if (typeof checked === 'string') return this.refuse(400, checked);
    if (this.books.charges.has(checked.reference))
      return { status: 400, body: { status: false, message: 'Duplicate Transaction Reference', code: 'duplicate_reference' } };
    return { status: 200, body: { status: true, message: 'Charge attempted', data: pending(this.books.open(checked)) } };
  }

  private list(query: URLSearchParams): Reply {
    const unknown = [...query.keys()].find((name) => !['perPage', 'page', 'from', 'to', 'status'].includes(name));
    const [perPage, page] = [Number(query.get('perPage') ?? 50), Number(query.get('page') ?? 1)];
    const [from, to] = [Date.parse(query.get('from') ?? '1970-01-01'), Date.parse(query.get('to') ?? '2100-01-01')];
    if (unknown !== undefined) return this.refuse(400, `${unknown} is no parameter of the list`);
    if (!(perPage >= 1 && perPage <= 100) || !(page >= 1)) return this.refuse(400, 'perPage or page is out of range');
    if (Number.isNaN(from) || Number.isNaN(to)) return this.refuse(400, 'from or to is no time');
    const status = query.get('status');
    const charges = this.books.listed(from, to).filter(({ state }) => status === null || state === status);
    const data = charges.slice((page - 1) * perPage, page * perPage);
    return {
      status: 200,
      body: {
        status: true,
        message: 'Transactions retrieved',
        data: data.map((charge) => this.books.distort(this.books.transactionOf(charge))),
        meta: { total: charges.length, skipped: 0, perPage, page, pageCount: Math.ceil(charges.length / perPage) },
      },
    };
  }

  private refuse(status: number, message: string): Reply {
    this.complaints.push(message);
    return { status, body: { status: false, message, code: 'invalid_params' } };
  }
}

function pending({ reference, accountNumber, expiresAt }: Charge) {
  return {
    reference,
    status: 'pending_bank_transfer',
    display_text: 'Please make a transfer to the account specified',
    account_name: 'PAYSTACK CHECKOUT',
    account_number: accountNumber,
    bank: { slug: 'test-bank', name: 'Test Bank', id: 24 },
    account_expires_at: new Date(expiresAt).toISOString(),
  };
}
