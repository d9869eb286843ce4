import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FaultyReply, Faults, isStopped, readBody, type Reply, send, sendFaulty } from '../shared/fault.js';
import { LoopbackServer } from '../shared/loopback-server.js';
import type { BankSimulator, IncomingPayment, OpenedAccount, PayoutSimulator } from '../shared/simulator.js';
import { sendWebhook, type WebhookTarget } from '../shared/webhook-sender.js';
import { MonnifyBooks, type Transaction } from './monnify-books.js';
import { checkTransaction } from './monnify-check.js';
import { MonnifyDisbursements, SOURCE_ACCOUNT } from './monnify-disbursements.js';
import { refusal, success } from './monnify-replies.js';

const LOGIN = '/api/v1/auth/login';
const INIT = '/api/v1/merchant/transactions/init-transaction';
const ACCOUNT = '/api/v1/merchant/bank-transfer/init-payment';
const SEARCH = '/api/v1/transactions/search';

export interface MonnifyKeys {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly contractCode: string;
}

/** Monnify's one-time accounts and disbursements over HTTP, with books of what it really received and paid. */
export class MonnifySimulator extends LoopbackServer implements BankSimulator, PayoutSimulator {
  readonly faults = new Faults();
  readonly books = new MonnifyBooks();
  readonly orderPath = '/api/v1/merchant/transactions';
  readonly webhooks: WebhookTarget;
  readonly complaints: string[] = [];
  readonly disbursements: MonnifyDisbursements;
  readonly knownBank = '058';
  /** An account's life, which Monnify decides. */
  durationSeconds = 2_400;
  tokenSeconds = 3_600;
  /** That the payer bears. */
  feeNaira = 0;
  logins = 0;
  private readonly tokens = new Map<string, number>();

  private constructor(private readonly keys: MonnifyKeys) {
    super();
    this.webhooks = { url: undefined, header: 'monnify-signature', secret: keys.secretKey };
    this.disbursements = new MonnifyDisbursements(this.webhooks, (message) => this.complain(message));
  }

  static async start(port = 0): Promise<MonnifySimulator> {
    const simulator = new MonnifySimulator({ apiKey: 'MK_TEST_1', secretKey: 'monnify-secret', contractCode: '4934121693' });
    await simulator.listen(port);
    return simulator;
  }

  get environment(): Record<string, string> {
    const { apiKey, secretKey, contractCode } = this.keys;
    return {
      MONNIFY_URL: this.url,
      MONNIFY_API_KEY: apiKey,
      MONNIFY_SECRET_KEY: secretKey,
      MONNIFY_CONTRACT_CODE: contractCode,
      MONNIFY_SOURCE_ACCOUNT: SOURCE_ACCOUNT,
    };
  }

  get payouts() {
    return this.disbursements.desk;
  }

  get accounts(): readonly OpenedAccount[] {
    return [...this.books.transactions.values()].toReversed().map((transaction) => ({
      reference: transaction.paymentReference,
      account: transaction.accountNumber ?? '',
      amountKobo: Math.round(transaction.amount * 100),
      receivedKobo: this.books.receivedFor(transaction.paymentReference),
      feesKobo: this.books.keptFor(transaction.paymentReference),
      state: transaction.state?.toLowerCase() ?? 'paid',
    }));
  }

  /** Sends webhooks to a service. */
  announceTo(serviceUrl: string): void {
    this.webhooks.url = `${serviceUrl}/?req=webhook_receive&provider=monnify`;
  }

  /** Also after its end. */
  async pay(account: string, { amountKobo, announce }: IncomingPayment): Promise<'credited'> {
    await this.transfer(account, amountKobo / 100, { announce });
    return 'credited';
  }

  takeBack(account: string): Promise<void> {
    return this.reverse(account);
  }

  /** Every token ends at once. */
  endTokens(): void {
    this.tokens.clear();
  }

  /** @param announce how often the webhook is sent; 0: it is lost */
  async transfer(
    accountNumber: string,
    amount: number,
    { sessionId, announce = 1 }: { sessionId?: string; announce?: number } = {},
  ): Promise<void> {
    const transaction = this.books.byAccount(accountNumber);
    if (!transaction) throw new Error(`there is no account ${accountNumber}`);
    this.books.receive(transaction, amount, sessionId);
    for (let time = 0; time < announce; time++) await this.announce(transaction);
  }

  /** Refused before it is kept: the money goes back to the payer. */
  async reject(accountNumber: string, amount: number): Promise<void> {
    const transaction = this.books.byAccount(accountNumber)!;
    const { product, transactionReference, paymentReference, paymentDescription, customer, metaData } =
      this.books.dataOf(transaction);
    await sendWebhook(this.webhooks, {
      eventType: 'REJECTED_PAYMENT',
      eventData: {
        product,
        transactionReference,
        paymentReference,
        paymentDescription,
        customer,
        metaData,
        amount,
        paymentSourceInformation: {
          bankCode: '058',
          accountName: 'CHINUA OBI',
          accountNumber: '0123456789',
          sessionId: randomBytes(15).toString('hex'),
          amountPaid: amount,
        },
        paymentRejectionInformation: {
          rejectionReason: 'UNDER_PAYMENT',
          expectedAmount: transaction.amount,
          destinationAccountNumber: accountNumber,
        },
      },
    });
  }

  async reverse(accountNumber: string): Promise<void> {
    const transaction = this.books.byAccount(accountNumber);
    if (!transaction) throw new Error(`there is no account ${accountNumber}`);
    transaction.state = 'REVERSED';
    await this.announce(transaction);
  }

  announce(transaction: Transaction): Promise<number | undefined> {
    return sendWebhook(this.webhooks, {
      eventType: 'SUCCESSFUL_TRANSACTION',
      eventData: {
        ...this.books.dataOf(transaction),
        paymentSourceInformation: this.books.sourcesOf(transaction),
        destinationAccountInformation: { bankCode: '50515', bankName: 'Moniepoint', accountNumber: transaction.accountNumber },
      },
    });
  }

  protected override async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const { method, url = '', headers } = request;
    const fault = this.faults.take(url);
    if (isStopped(response, fault)) return;
    if (fault === 'refused') return send(response, refusal(400, '99', 'Request could not be processed'));
    if (method === 'POST' && url === LOGIN && fault !== 'unauthorized')
      return sendFaulty(response, fault, this.login(headers.authorization));
    const until = this.tokens.get(headers.authorization ?? '') ?? 0;
    if (fault === 'unauthorized' || until < Date.now()) return send(response, { status: 401, body: { error: 'invalid_token' } });
    const { reply, fault: ofPayout } = await this.answer(method, url, body);
    sendFaulty(response, fault ?? ofPayout, reply);
  }

  private answer(method: string | undefined, url: string, body: string): Promise<FaultyReply> {
    const address = new URL(url, this.url);
    if (this.disbursements.isFor(address.pathname)) return this.disbursements.answer(method, address, body);
    return Promise.resolve({ reply: this.answerBank(method, url, body) });
  }

  private login(authorization: string | undefined): Reply {
    const { apiKey, secretKey } = this.keys;
    if (authorization !== `Basic ${Buffer.from(`${apiKey}:${secretKey}`).toString('base64')}`)
      return refusal(401, '99', 'Invalid credentials');
    this.logins++;
    const accessToken = randomBytes(16).toString('hex');
    this.tokens.set(`Bearer ${accessToken}`, Date.now() + this.tokenSeconds * 1_000);
    return success({ accessToken, expiresIn: this.tokenSeconds });
  }

  private answerBank(method: string | undefined, url: string, body: string): Reply {
    if (method === 'POST' && url === INIT) return this.init(body);
    if (method === 'POST' && url === ACCOUNT) return this.account(body);
    if (method === 'GET' && url.startsWith(`${SEARCH}?`)) return this.search(new URL(url, this.url).searchParams);
    const [, byReference] = /^\/api\/v2\/merchant\/transactions\/query\?paymentReference=([^&]+)$/.exec(url) ?? [];
    const [, byTransaction] = /^\/api\/v2\/transactions\/([^/?|]+)$/.exec(url) ?? [];
    if (method !== 'GET' || (byReference === undefined && byTransaction === undefined))
      return this.complain(`no such address: ${method} ${url}`);
    const transaction =
      byReference === undefined
        ? this.books.transactions.get(decodeURIComponent(byTransaction!))
        : this.books.byReference(decodeURIComponent(byReference));
    if (!transaction) return refusal(404, '99', 'There is no transaction with this reference');
    return success({ ...this.books.dataOf(transaction), accountPayments: this.books.sourcesOf(transaction) });
  }

  private search(query: URLSearchParams): Reply {
    const unknown = [...query.keys()].find((name) => !['page', 'size', 'from', 'to', 'paymentStatus'].includes(name));
    const [page, size] = [Number(query.get('page') ?? 0), Number(query.get('size') ?? 10)];
    const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? Number.MAX_SAFE_INTEGER)];
    if (unknown !== undefined) return this.complain(`${unknown} is no parameter of the search`);
    if (!(page >= 0) || !(size >= 1 && size <= 100)) return this.complain('page or size is out of range');
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return this.complain('from or to is no time in milliseconds');
    const found = this.books.listed(from, to);
    const totalPages = Math.ceil(found.length / size);
    return success({
      content: found.slice(page * size, (page + 1) * size).map((transaction) => this.books.entryOf(transaction)),
      pageable: { pageNumber: page, pageSize: size, offset: page * size, paged: true, unpaged: false },
      totalPages,
      totalElements: found.length,
      last: page >= totalPages - 1,
      size,
      number: page,
    });
  }

  private init(body: string): Reply {
    const checked = checkTransaction(body, this.keys.contractCode);
    if (typeof checked === 'string') return this.complain(checked);
    if (this.books.byReference(checked.paymentReference)) return refusal(422, '99', 'Duplicate payment reference');
    const { transactionReference, paymentReference } = this.books.open(checked);
    return success({ transactionReference, paymentReference, merchantName: 'Harmattan', checkoutUrl: `${this.url}/checkout` });
  }

  private account(body: string): Reply {
    const { transactionReference } = JSON.parse(body) as { transactionReference?: unknown };
    const transaction = this.books.transactions.get(String(transactionReference));
    if (!transaction) return refusal(404, '99', 'There is no transaction with this reference');
    this.books.account(transaction);
    const elapsed = Math.floor((Date.now() - transaction.openedAt!) / 1_000);
    return success({
      accountNumber: transaction.accountNumber,
      accountName: 'Harmattan',
      bankName: 'Moniepoint MFB',
      bankCode: '50515',
      accountDurationSeconds: this.durationSeconds - elapsed,
      ussdPayment: null,
      requestTime: new Date().toISOString().replace('Z', '+0000'),
      transactionReference: transaction.transactionReference,
      paymentReference: transaction.paymentReference,
      amount: transaction.amount,
      fee: this.feeNaira,
      totalPayable: transaction.amount + this.feeNaira,
    });
  }

  private complain(message: string): Reply {
    this.complaints.push(message);
    return refusal(400, '99', message);
  }
}
