import type { FaultyReply, Reply } from '../shared/fault.js';
import type { Payout, PayoutOrder, PayoutState } from '../shared/payout-books.js';
import { PayoutDesk, type PayoutWords } from '../shared/payout-desk.js';
import type { WebhookTarget } from '../shared/webhook-sender.js';
import { bankName, isBank, limitReached, listBanks, newCode, refusal, resolveAccount } from './paystack-banks.js';
import { type CheckedRecipient, checkRecipient, checkTransfer } from './paystack-transfer-check.js';

interface Recipient extends CheckedRecipient {
  readonly code: string;
  readonly id: number;
}

/** Paths that are not of charges. */
const PATH = /^\/(bank|transferrecipient|transfer|balance)(\/|\?|$)/;
const STATUS: Readonly<Record<PayoutState, string>> = {
  asked: 'received',
  waiting: 'otp',
  pending: 'pending',
  paid: 'success',
  failed: 'failed',
  reversed: 'reversed',
  rejected: 'rejected',
  blocked: 'blocked',
  abandoned: 'abandoned',
};
const EVENTS: Partial<Record<PayoutState, string>> = { paid: 'success', failed: 'failed', reversed: 'reversed' };

/** Banks, recipients, transfers and the balance of the simulated company. */
export class PaystackTransfers implements PayoutWords {
  readonly desk: PayoutDesk;
  /** A starter business may not pay out. */
  isStarter = false;
  /** With test keys three. */
  resolvesADay = Number.MAX_SAFE_INTEGER;
  private resolved = 0;
  private readonly recipients = new Map<string, Recipient>();

  constructor(
    webhooks: WebhookTarget,
    private readonly complain: (message: string) => Reply,
  ) {
    this.desk = new PayoutDesk(this, webhooks);
  }

  isFor(url: string): boolean {
    return PATH.test(url);
  }

  async answer(method: string | undefined, url: URL, body: string): Promise<FaultyReply> {
    const { pathname, searchParams } = url;
    const [, name = ''] = /^\/(?:transfer\/verify|transfer|transferrecipient)\/([^/]+)$/.exec(pathname) ?? [];
    switch (`${method} ${pathname}`) {
      case 'GET /bank':
        return { reply: this.orComplaint(listBanks(searchParams)) };
      case 'GET /bank/resolve':
        return { reply: this.resolve(searchParams) };
      case 'POST /transferrecipient':
        return { reply: this.register(JSON.parse(body) as Record<string, unknown>) };
      case 'POST /transfer':
        return this.transfer(JSON.parse(body) as Record<string, unknown>);
      case 'POST /transfer/bulk':
        return { reply: await this.bulk(JSON.parse(body) as { transfers?: Record<string, unknown>[] }) };
      case 'POST /transfer/finalize_transfer':
        return { reply: this.finalize(JSON.parse(body) as Record<string, unknown>) };
      case 'POST /transfer/resend_otp':
        return { reply: { status: 200, body: { status: true, message: 'OTP has been resent' } } };
      case 'GET /transfer':
        return { reply: this.list(searchParams) };
      case 'GET /balance': {
        const data = [{ currency: 'NGN', balance: this.desk.books.floatKobo }];
        return { reply: { status: 200, body: { status: true, message: 'Balances retrieved', data } } };
      }
      case `GET /transfer/verify/${name}`:
        return { reply: this.verify(decodeURIComponent(name)) };
      default:
        return { reply: this.complain(`no such address: ${method} ${pathname}`) };
    }
  }

  webhook(payout: Payout): object | undefined {
    const event = EVENTS[payout.state];
    const data = { ...this.dataOf(payout, true), integration: { id: 100_032, is_live: true, business_name: 'Harmattan' } };
    return event === undefined ? undefined : { event: `transfer.${event}`, data };
  }

  /** The payload that started the transfer. */
  question({ reference, amountKobo, narration, bankCode, account }: PayoutOrder): object {
    const recipient = this.recipients.get(`${bankCode}:${account}`)?.code;
    return { source: 'balance', amount: amountKobo, recipient, reference, reason: narration, currency: 'NGN' };
  }

  isYes(httpStatus: number): boolean {
    return httpStatus === 200;
  }

  private resolve(query: URLSearchParams): Reply {
    if (query.get('bank_code') !== '001' && ++this.resolved > this.resolvesADay) return limitReached();
    return resolveAccount(query);
  }

  private register(fields: Record<string, unknown>): Reply {
    const checked = checkRecipient(fields);
    if (typeof checked === 'string') return this.complain(checked);
    const { account, bankCode, name } = checked;
    if (!isBank(bankCode)) return refusal(400, 'Bank code is invalid', 'invalid_bank_code');
    const key = `${bankCode}:${account}`;
    const known = this.recipients.get(key) ?? { ...checked, code: newCode('RCP'), id: this.recipients.size + 1 };
    this.recipients.set(key, known);
    const data = { ...this.recipientOf(known), name, integration: 100_032, is_deleted: false };
    return { status: 201, body: { status: true, message: 'Transfer recipient created successfully', data } };
  }

  private async transfer(fields: Record<string, unknown>): Promise<FaultyReply> {
    const checked = checkTransfer(fields);
    if (typeof checked === 'string') return { reply: this.complain(checked) };
    const { reference, amountKobo, reason } = checked;
    const recipient = [...this.recipients.values()].find(({ code }) => code === checked.recipient);
    if (!recipient) return { reply: refusal(400, 'Recipient specified is invalid', 'invalid_transfer_recipient') };
    if (this.desk.books.payouts.has(reference)) return { reply: DUPLICATE };
    if (this.isStarter) return { reply: STARTER };
    const { account, bankCode, name } = recipient;
    const feeKobo = feeOf(amountKobo);
    if (this.desk.books.floatKobo < amountKobo + feeKobo) return { reply: TOO_LOW };
    const scenario = this.desk.scenarios.take(reference, account);
    const order = { reference, bankCode, account, name, amountKobo, feeKobo, narration: reason };
    const { payout, fault } = await this.desk.order(order, scenario, false);
    if (scenario.end === 'refused') return { reply: refusal(400, scenario.refusal ?? WATCHED, 'unknown'), fault };
    if (!payout) return { reply: NOT_FOUND, fault };
    const message = payout.state === 'waiting' ? 'Transfer requires OTP to continue' : 'Transfer has been queued';
    return { reply: { status: 200, body: { status: true, message, data: this.dataOf(payout, false) } }, fault };
  }

  private async bulk({ transfers = [] }: { transfers?: Record<string, unknown>[] }): Promise<Reply> {
    const used = transfers.map(({ reference }) => String(reference)).filter((each) => this.desk.books.payouts.has(each));
    if (used.length > 0) return refusal(404, `Duplicate reference(s) found: ${used.join(', ')}`, 'unknown', 'api_error');
    const answers = [];
    for (const each of transfers) answers.push(await this.transfer({ source: 'balance', ...each }));
    const data = answers.map(({ reply }) => (reply.body as { data?: object }).data ?? {});
    return { status: 200, body: { status: true, message: `${data.length} transfers queued.`, data } };
  }

  private finalize({ transfer_code: code, otp }: Record<string, unknown>): Reply {
    const payout = [...this.desk.books.payouts.values()].find((each) => transferCode(each) === code);
    if (payout?.state !== 'waiting') return refusal(400, 'Transfer code is invalid', 'invalid_params');
    if (otp !== payout.code) return refusal(400, 'OTP is invalid', 'invalid_params');
    this.desk.authorize(payout.reference);
    return { status: 200, body: { status: true, message: 'Transfer has been queued', data: this.dataOf(payout, false) } };
  }

  private verify(reference: string): Reply {
    const payout = this.desk.ask(reference);
    if (!payout) return NOT_FOUND;
    return { status: 200, body: { status: true, message: 'Transfer retrieved', data: this.dataOf(payout, true) } };
  }

  private list(query: URLSearchParams): Reply {
    const unknown = [...query.keys()].find((name) => !['perPage', 'page', 'from', 'to', 'status', 'recipient'].includes(name));
    const [perPage, page] = [Number(query.get('perPage') ?? 50), Number(query.get('page') ?? 1)];
    const [from, to] = [Date.parse(query.get('from') ?? '1970-01-01'), Date.parse(query.get('to') ?? '2100-01-01')];
    if (unknown !== undefined) return this.complain(`${unknown} is no parameter of the list`);
    if (!(perPage >= 1 && perPage <= 100) || !(page >= 1)) return this.complain('perPage or page is out of range');
    const found = this.desk.books.newestFirst.filter(({ at }) => at >= from && at <= to);
    const data = found.slice((page - 1) * perPage, page * perPage).map((payout) => this.dataOf(payout, true));
    const meta = { total: found.length, skipped: 0, perPage, page, pageCount: Math.ceil(found.length / perPage) };
    return { status: 200, body: { status: true, message: 'Transfers retrieved', data, meta } };
  }

  /** @param isShown whether it is shown, and not just queued */
  private dataOf(payout: Payout, isShown: boolean) {
    const { reference, amountKobo, feeKobo, narration, state, sessionId, at, endedAt, bankCode, account, scenario } = payout;
    const recipient = this.recipients.get(`${bankCode}:${account}`)!;
    const isOver = state === 'paid' || state === 'reversed';
    return {
      amount: amountKobo,
      createdAt: new Date(at).toISOString(),
      updatedAt: new Date(endedAt ?? at).toISOString(),
      currency: 'NGN',
      domain: 'test',
      failures: null,
      id: payout.id,
      integration: 100_032,
      reason: narration,
      reference,
      request: 3_400_000 + payout.id,
      source: 'balance',
      source_details: null,
      status: scenario.status ?? STATUS[state],
      titan_code: null,
      transfer_code: transferCode(payout),
      transferred_at: isOver ? new Date(endedAt ?? at).toISOString() : null,
      transfersessionid: [],
      transfertrials: [],
      ...(isShown
        ? {
            recipient: this.recipientOf(recipient),
            session: isOver ? { provider: 'nip', id: sessionId } : { provider: null, id: null },
            fee_charged: isOver ? feeKobo : 0,
            fees_breakdown: null,
            gateway_response: state === 'failed' ? 'Transfer failed at the receiving bank' : null,
          }
        : { recipient: recipient.id }),
    };
  }

  private recipientOf({ code, id, name, account, bankCode }: Recipient) {
    const bank = { account_number: account, account_name: name, bank_code: bankCode, bank_name: bankName(bankCode) };
    const details = { authorization_code: null, ...bank };
    return { id, recipient_code: code, type: 'nuban', name, currency: 'NGN', domain: 'test', active: true, details };
  }

  private orComplaint(answer: Reply | string): Reply {
    return typeof answer === 'string' ? this.complain(answer) : answer;
  }
}

const WATCHED = 'Transfers to this account are disabled: it is on a fraud watchlist';
const NOT_FOUND = refusal(404, 'Transfer not found', 'not_found');
const TOO_LOW = refusal(400, 'Your balance is not enough to fulfil this request', 'insufficient_balance', 'api_error');
const DUPLICATE = refusal(
  400,
  'Please provide a unique reference. Reference already exists on a transfer',
  'duplicate_transfer_reference',
);
const STARTER = refusal(
  400,
  'You cannot initiate third party payouts as a starter business',
  'transfer_unavailable',
  'api_error',
);

function transferCode({ id }: Payout): string {
  return `TRF_${String(id).padStart(15, '0')}`;
}

/** Kobo. */
function feeOf(amountKobo: number): number {
  if (amountKobo <= 500_000) return 1_000;
  return amountKobo <= 5_000_000 ? 2_500 : 5_000;
}
