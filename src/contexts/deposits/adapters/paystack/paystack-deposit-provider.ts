import type { RawRequest } from '../../../../kernel/caller.js';
import { HOUR_MS } from '../../../../kernel/clock.js';
import { PaystackApi } from '../../../../platform/companies/paystack/paystack-api.js';
import type { PaystackSettings } from '../../../../platform/companies/paystack/paystack-settings.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import type { ListedTransaction, Period } from '../../../../kernel/provider-transactions.js';
import { UnreadListing } from '../../../providers/index.js';
import type { WebhookIdentity } from '../../../webhooks/index.js';
import {
  type AccountOutcome,
  type AccountRequest,
  DepositProvider,
  type PaymentQuestion,
  type PaymentsOutcome,
  type WebhookContent,
} from '../../application/deposit-provider.js';
import { identityOf, isSigned } from '../../../../platform/providers/signed-webhook.js';
import { unopened } from '../provider/unopened.js';
import { readCharge, readTransaction } from './paystack-answers.js';
import { readListing } from './paystack-listing.js';
import { readPaystackWebhook } from './paystack-webhook.js';

const PER_PAGE = 100;
/** Paystack lists by the time when a charge was opened, and its account may be paid for hours. */
const LONGEST_CHARGE_MS = 8 * HOUR_MS;

/** Paystack's "Pay with Transfer": one account for one charge, whose end we choose. */
export class PaystackDepositProvider extends DepositProvider {
  readonly name = 'paystack';
  readonly isPolled = true;

  private readonly api: PaystackApi;

  constructor(
    private readonly settings: PaystackSettings,
    http: HttpClient,
  ) {
    super();
    this.api = new PaystackApi(settings, http);
  }

  async openAccount(request: AccountRequest): Promise<AccountOutcome> {
    const { reference, amountKobo, expiresAt, customer } = request;
    const charge = {
      email: customer.email,
      amount: amountKobo,
      reference,
      bank_transfer: { account_expires_at: new Date(expiresAt).toISOString() },
    };
    const result = await this.api.post('/charge', charge, this.settings.submitTimeoutMs);
    if (result.kind !== 'answered') return unopened(result);
    const outcome = readCharge(result, request);
    return outcome === 'duplicate' ? this.openedBefore(request) : outcome;
  }

  async payments(question: PaymentQuestion): Promise<PaymentsOutcome> {
    const isOurs = 'reference' in question;
    const reference = isOurs ? question.reference : question.transactionId;
    const result = await this.api.get(`/transaction/verify/${encodeURIComponent(reference)}`);
    if (result.kind !== 'answered') return { outcome: 'unknown', cause: result.cause };
    return readTransaction(result, reference, isOurs ? undefined : question.accountNumber);
  }

  identifyWebhook(request: RawRequest): WebhookIdentity | undefined {
    if (!isSigned(request, 'x-paystack-signature', this.settings.secretKey)) return undefined;
    return identityOf(request, 'event');
  }

  readWebhook(payload: string): Promise<WebhookContent> {
    return Promise.resolve(readPaystackWebhook(payload));
  }

  override async *transactions({ from, to }: Period): AsyncIterable<ListedTransaction[]> {
    const since = new Date(from - LONGEST_CHARGE_MS).toISOString();
    const range = `perPage=${PER_PAGE}&from=${since}&to=${new Date(to).toISOString()}`;
    for (let page = 1, isLast = false; !isLast; page++) {
      const result = await this.api.get(`/transaction?${range}&page=${page}`);
      const listing = result.kind === 'answered' ? readListing(result) : result.cause;
      if (typeof listing === 'string') throw new UnreadListing(`page ${page} of its transactions: ${listing}`);
      yield listing.transactions;
      isLast = listing.size < PER_PAGE;
    }
  }

  private async openedBefore(request: AccountRequest): Promise<AccountOutcome> {
    const result = await this.api.get(`/charge/${encodeURIComponent(request.reference)}`);
    if (result.kind !== 'answered') return { outcome: 'unknown', cause: result.cause };
    const outcome = result.status === 200 ? readCharge(result, request) : 'duplicate';
    return outcome === 'duplicate' ? { outcome: 'unknown', cause: 'a repeated reference whose charge is not shown' } : outcome;
  }
}
