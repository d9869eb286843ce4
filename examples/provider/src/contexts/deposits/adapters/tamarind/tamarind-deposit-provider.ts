import type { RawRequest } from '../../../../kernel/caller.js';
import type { HttpResult } from '../../../../platform/http-client/http-call.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import type { ProviderTimes } from '../../../../platform/providers/provider-manifest.js';
import type { WebhookIdentity } from '../../../webhooks/index.js';
import {
  type AccountOutcome,
  type AccountRequest,
  DepositProvider,
  type PaymentQuestion,
  type PaymentsOutcome,
  type ProviderPayment,
  type WebhookContent,
} from '../../deposit-provider.js';
import { type Fields, listOfFields, nameOf, parseFields, textOf, wholeKobo } from '../../../../platform/providers/fields.js';
import { identityOf, isSigned } from '../../../../platform/providers/signed-webhook.js';
import { unopened } from '../deposit-providers.js';

type Settings = ProviderTimes & { readonly url: string; readonly key: string };

export class TamarindDepositProvider extends DepositProvider {
  readonly name = 'tamarind';
  readonly isPolled = true;

  constructor(
    private readonly settings: Settings,
    private readonly http: HttpClient,
  ) {
    super();
  }

  async openAccount({ reference, amountKobo, expiresAt }: AccountRequest): Promise<AccountOutcome> {
    const result = await this.call('/accounts', this.settings.submitTimeoutMs, { reference, kobo: amountKobo });
    if (result.kind !== 'answered') return unopened(result);
    const answer = parseFields(result.body);
    if (result.status === 400 && answer?.['refused'] === true) return { outcome: 'refused', reason: textOf(answer['reason']) };
    const accountNumber = nameOf(answer?.['number']);
    // It may have opened one all the same.
    if (result.status !== 200 || accountNumber === undefined) return { outcome: 'unknown', cause: `http ${result.status}` };
    return { outcome: 'opened', account: { accountNumber, accountName: 'Harmattan', bankName: 'Tamarind' }, expiresAt };
  }

  async payments(question: PaymentQuestion): Promise<PaymentsOutcome> {
    const reference = 'reference' in question ? question.reference : question.transactionId;
    const result = await this.call(`/accounts/${encodeURIComponent(reference)}`, this.settings.readTimeoutMs);
    if (result.kind !== 'answered') return { outcome: 'unknown', cause: result.cause };
    const answer = parseFields(result.body);
    if (result.status === 404 && answer?.['reference'] === null) return { outcome: 'not_found' };
    if (result.status !== 200 || !answer || !Array.isArray(answer['payments'])) return { outcome: 'unknown', cause: 'no answer' };
    if (answer['reversed'] === true) return { outcome: 'reversed', providerReference: reference };
    const payments = listOfFields(answer['payments']).map((each) => paymentOf(each, reference));
    const read = payments.filter((payment) => payment !== undefined);
    if (read.length < payments.length) return { outcome: 'unknown', cause: 'a payment that cannot be read' };
    return { outcome: 'known', payments: read };
  }

  identifyWebhook(request: RawRequest): WebhookIdentity | undefined {
    return isSigned(request, 'x-tamarind-signature', this.settings.key) ? identityOf(request, 'event') : undefined;
  }

  readWebhook(payload: string): Promise<WebhookContent> {
    const reference = nameOf(parseFields(payload)?.['reference']);
    const questions = reference === undefined ? [] : [{ reference }];
    return Promise.resolve({ questions, announcesPayment: questions.length > 0 });
  }

  private call(path: string, timeoutMs: number, body?: object): Promise<HttpResult> {
    return this.http.call({
      method: body ? 'POST' : 'GET',
      url: new URL(this.settings.url + path),
      headers: { authorization: `Bearer ${this.settings.key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs,
    });
  }
}

function paymentOf({ id, kobo, payer }: Fields, reference: string): ProviderPayment | undefined {
  const [transactionId, amountKobo] = [nameOf(id), wholeKobo(kobo)];
  if (transactionId === undefined || amountKobo === undefined) return undefined;
  const unknown = { accountNumber: '', narration: '', sessionId: '', receivedAt: undefined };
  const from = { name: textOf(payer), bank: '', account: '' };
  return { transactionId, amountKobo, payer: from, providerReference: reference, reference, ...unknown };
}
