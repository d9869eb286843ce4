import { accountName } from '../shared/account-name.js';
import type { FaultyReply, Reply } from '../shared/fault.js';
import type { Payout, PayoutOrder, PayoutState } from '../shared/payout-books.js';
import { PayoutDesk, type PayoutWords } from '../shared/payout-desk.js';
import { sendWebhook, type WebhookTarget } from '../shared/webhook-sender.js';
import { checkDisbursement } from './monnify-disbursement-check.js';
import { refusal, slashed, success, zoned } from './monnify-replies.js';

export const SOURCE_ACCOUNT = '8016472829';
const SINGLE = '/api/v2/disbursements/single';
const BANKS = [
  { name: 'Access bank', code: '044', nip: '000014' },
  { name: 'First bank', code: '011', nip: '000016' },
  { name: 'Guaranty Trust Bank', code: '058', nip: '000013' },
  { name: 'Kuda Microfinance Bank', code: '50211', nip: '090267' },
  { name: 'OPay', code: '305', nip: '100004' },
  { name: 'United Bank for Africa', code: '033', nip: '000004' },
  { name: 'Zenith bank', code: '057', nip: '000015' },
];
const STATUS: Readonly<Record<PayoutState, string>> = {
  asked: 'AWAITING_PROCESSING',
  waiting: 'PENDING_AUTHORIZATION',
  pending: 'PENDING',
  paid: 'SUCCESS',
  failed: 'FAILED',
  reversed: 'REVERSED',
  rejected: 'FAILED',
  blocked: 'FAILED',
  abandoned: 'FAILED',
};
const EVENTS: Partial<Record<PayoutState, string>> = {
  paid: 'SUCCESSFUL',
  failed: 'FAILED',
  rejected: 'FAILED',
  blocked: 'FAILED',
  abandoned: 'FAILED',
  reversed: 'REVERSED',
};
const LOW_KOBO = 5_000_000;

/** Banks, single disbursements and the wallet of the simulated company. */
export class MonnifyDisbursements implements PayoutWords {
  readonly desk: PayoutDesk;
  /** An equal payout within this is refused. */
  spacingMs = 120_000;
  /** Its old samples print times in another way. */
  times: 'slashed' | 'zoned' = 'zoned';
  /** That the validation endpoint answers with. */
  approvalField = 'status';

  constructor(
    private readonly webhooks: WebhookTarget,
    private readonly complain: (message: string) => Reply,
  ) {
    this.desk = new PayoutDesk(this, webhooks);
  }

  isFor(path: string): boolean {
    return path === '/api/v1/banks' || /^\/api\/v[12]\/disbursements\//.test(path);
  }

  async answer(method: string | undefined, url: URL, body: string): Promise<FaultyReply> {
    const { pathname, searchParams: query } = url;
    switch (`${method} ${pathname}`) {
      case 'GET /api/v1/banks':
        return { reply: success(BANKS.map(({ name, code, nip }) => ({ name, code, nipBankCode: nip, ussdTemplate: null }))) };
      case 'GET /api/v1/disbursements/account/validate':
        return { reply: this.validate(query) };
      case `POST ${SINGLE}`:
        return this.pay(JSON.parse(body) as Record<string, unknown>);
      case `POST ${SINGLE}/validate-otp`:
        return { reply: this.authorize(JSON.parse(body) as Record<string, unknown>) };
      case `POST ${SINGLE}/resend-otp`:
        return { reply: this.resend(JSON.parse(body) as Record<string, unknown>) };
      case `GET ${SINGLE}/summary`:
        return { reply: this.summary(query.get('reference') ?? '') };
      case 'GET /api/v2/disbursements/search-transactions':
        return { reply: this.search(query) };
      case 'GET /api/v2/disbursements/wallet-balance':
        return { reply: this.wallet(query) };
      default:
        return { reply: this.complain(`no such address: ${method} ${pathname}`) };
    }
  }

  webhook(payout: Payout): object | undefined {
    const event = EVENTS[payout.state];
    if (event === undefined) return undefined;
    const { narration, at, endedAt, state } = payout;
    const { dateCreated: _, totalFee, ...data } = this.dataOf(payout);
    const { destinationBankName, ...without } = data;
    const described = { destinationBankName, transactionDescription: descriptionOf(payout) };
    const eventData = {
      ...without,
      ...(state === 'reversed' ? {} : described),
      sessionId: state === 'paid' || state === 'reversed' ? payout.sessionId : '',
      transactionReference: transactionOf(payout),
      fee: totalFee,
      narration,
      currency: 'NGN',
      createdOn: slashed(at),
      completedOn: slashed(endedAt ?? at),
    };
    return { eventType: `${event}_DISBURSEMENT`, eventData };
  }

  question(order: PayoutOrder): object {
    const { reference, amountKobo, narration, bankCode, account, name } = order;
    return {
      reference,
      amount: amountKobo / 100,
      narration,
      currency: 'NGN',
      destinationBankCode: bankCode,
      destinationAccountNumber: account,
      destinationAccountName: name,
      sourceAccountNumber: SOURCE_ACCOUNT,
    };
  }

  isYes(httpStatus: number, body: string): boolean {
    return httpStatus === 200 && (JSON.parse(body) as Record<string, unknown>)[this.approvalField] === 'APPROVE';
  }

  /** The wallet is below its threshold. */
  private async alertLowBalance(): Promise<void> {
    const message = {
      eventType: 'LOW_BALANCE_ALERT',
      eventData: {
        transactionTime: slashed(Date.now()),
        merchantCode: 'HARMATTAN',
        walletAccountNumber: SOURCE_ACCOUNT,
        walletBalance: this.desk.books.floatKobo / 100,
        lowBalanceThreshold: LOW_KOBO / 100,
        currency: 'NGN',
        description: 'Your wallet balance is low',
      },
    };
    // A service that has gone hears nothing.
    await sendWebhook(this.webhooks, message).catch(() => undefined);
  }

  private validate(query: URLSearchParams): Reply {
    const [account, code] = [query.get('accountNumber') ?? '', query.get('bankCode') ?? ''];
    if (!BANKS.some((bank) => bank.code === code)) return refusal(400, '99', 'Bank code is not supported');
    if (!/^\d{10}$/.test(account) || account.endsWith('0404')) return refusal(422, '99', 'Invalid account number');
    if (account.endsWith('0503')) return refusal(422, '99', 'Account validation failed. Please try again');
    return success({ accountNumber: account, accountName: accountName(account), bankCode: code });
  }

  private async pay(fields: Record<string, unknown>): Promise<FaultyReply> {
    const checked = checkDisbursement(fields, SOURCE_ACCOUNT);
    if (typeof checked === 'string') return { reply: this.complain(checked) };
    const { reference, amountKobo, account, isAsync } = checked;
    const { books, scenarios } = this.desk;
    if (books.payouts.has(reference)) return { reply: refusal(400, 'D01', 'Duplicate reference') };
    if (this.isRepeated(account, amountKobo)) return { reply: refusal(400, 'D07', 'Suspected duplicate transaction') };
    const scenario = scenarios.take(reference, account);
    const feeKobo = feeOf(amountKobo);
    const isShort = books.floatKobo < amountKobo + feeKobo;
    if (isShort && !isAsync) return { reply: refusal(400, 'D04', 'The wallet balance is not sufficient') };
    // In asynchronous mode it is found out only when it is processed.
    const met = isShort ? { ...scenario, end: 'failed' as const, description: TOO_LOW } : scenario;
    const { payout, fault } = await this.desk.order({ ...checked, feeKobo }, met, !isAsync);
    if (books.floatKobo < LOW_KOBO) void this.alertLowBalance();
    if (scenario.end === 'refused') return { reply: refusal(400, 'D04', TOO_LOW), fault };
    if (!payout) return { reply: refusal(404, '99', 'Transaction not found'), fault };
    const isEnded = !isAsync || STATUS[payout.state].startsWith('PENDING_');
    return { reply: success(isEnded ? this.dataOf(payout) : { ...this.dataOf(payout), status: 'PENDING' }), fault };
  }

  private isRepeated(account: string, amountKobo: number): boolean {
    const isEqual = (each: Payout) => each.account === account && each.amountKobo === amountKobo;
    return [...this.desk.books.payouts.values()].some((each) => isEqual(each) && Date.now() - each.at < this.spacingMs);
  }

  private authorize({ reference, authorizationCode }: Record<string, unknown>): Reply {
    const payout = this.desk.books.payouts.get(String(reference));
    if (payout?.state !== 'waiting') return refusal(404, '99', 'Transaction not found');
    if (authorizationCode !== payout.code) return refusal(400, '99', 'Invalid authorization code');
    this.desk.authorize(payout.reference);
    return success(this.dataOf(payout));
  }

  private resend({ reference }: Record<string, unknown>): Reply {
    const payout = this.desk.books.payouts.get(String(reference));
    if (payout?.state !== 'waiting') return refusal(404, '99', 'Transaction not found');
    payout.scenario = { ...payout.scenario, code: 'sent' };
    return success({ message: 'Authorization code will be processed and sent to predefined email addresses' });
  }

  private summary(reference: string): Reply {
    const payout = this.desk.ask(reference);
    if (!payout) return refusal(404, '99', 'Transaction not found');
    return success(this.entryOf(payout));
  }

  private search(query: URLSearchParams): Reply {
    const known = ['sourceAccountNumber', 'pageNo', 'pageSize', 'transactionReference', 'startDate', 'endDate'];
    const unknown = [...query.keys()].find((name) => !known.includes(name));
    const [page, size] = [Number(query.get('pageNo') ?? 0), Number(query.get('pageSize') ?? 10)];
    const [from, to] = [Number(query.get('startDate') ?? 0), Number(query.get('endDate') ?? Number.MAX_SAFE_INTEGER)];
    if (unknown !== undefined) return this.complain(`${unknown} is no parameter of the search`);
    if (query.get('sourceAccountNumber') !== SOURCE_ACCOUNT) return this.complain('sourceAccountNumber is not the wallet');
    if (!(page >= 0) || !(size >= 1 && size <= 100)) return this.complain('pageNo or pageSize is out of range');
    const found = this.desk.books.newestFirst.filter(({ at }) => at >= from && at <= to);
    const content = found.slice(page * size, (page + 1) * size).map((payout) => this.entryOf(payout));
    return success({ content, totalElements: found.length, totalPages: Math.ceil(found.length / size), number: page, size });
  }

  private wallet(query: URLSearchParams): Reply {
    if (query.get('accountNumber') !== SOURCE_ACCOUNT) return this.complain('accountNumber is not the wallet');
    const balance = this.desk.books.floatKobo / 100;
    return success({ availableBalance: balance, ledgerBalance: balance });
  }

  /** As the summary and the search show it. */
  private entryOf(payout: Payout) {
    const { narration, at, endedAt } = payout;
    const time = this.times === 'slashed' ? slashed : zoned;
    return {
      ...this.dataOf(payout),
      transactionReference: transactionOf(payout),
      transactionDescription: descriptionOf(payout),
      fee: payout.feeKobo / 100,
      narration,
      currency: 'NGN',
      createdOn: time(at),
      ...(endedAt === undefined ? {} : { completedOn: time(endedAt) }),
    };
  }

  private dataOf(payout: Payout) {
    const { reference, amountKobo, feeKobo, name, bankCode, account, state, sessionId, at, scenario } = payout;
    const isUnsent = state === 'waiting' && scenario.code === 'undeliverable';
    return {
      amount: amountKobo / 100,
      reference,
      status: scenario.status ?? (isUnsent ? 'OTP_EMAIL_DISPATCH_FAILED' : STATUS[state]),
      dateCreated: this.times === 'slashed' ? slashed(at) : zoned(at),
      totalFee: feeKobo / 100,
      ...(state === 'paid' || state === 'reversed' ? { sessionId } : {}),
      destinationAccountName: name,
      destinationBankName: BANKS.find(({ code }) => code === bankCode)?.name ?? '',
      destinationAccountNumber: account,
      destinationBankCode: bankCode,
    };
  }
}

const TOO_LOW = 'You do not have sufficient balance to process this request. Please fund your account and try again.';

function descriptionOf({ state, id, scenario }: Payout): string {
  if (state === 'paid' || state === 'reversed') return 'Approved or completed successfully';
  if (scenario.description !== undefined) return scenario.description;
  return state === 'failed' ? `Transaction ${id} failed at the receiving bank` : '';
}

function transactionOf({ id, at }: Payout): string {
  return `MFDS|${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}|${String(id).padStart(6, '0')}`;
}

/** Kobo. */
function feeOf(amountKobo: number): number {
  if (amountKobo < 1_000_000) return 1_000;
  return amountKobo < 5_000_000 ? 2_000 : 4_000;
}
