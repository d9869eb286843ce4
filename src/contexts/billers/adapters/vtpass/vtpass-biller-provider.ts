import type { Clock } from '../../../../kernel/clock.js';
import type { Deliverable } from '../../../../kernel/deliverable.js';
import { type Kobo, parseNaira, toDecimal, ZERO_KOBO } from '../../../../kernel/money.js';
import { type VtpassSettings, VtpassApi, vtpassReference } from './vtpass-api.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import {
  BillerProvider,
  type CustomerQuestion,
  type ProviderCapabilities,
  type Submission,
  type VerifiedCustomer,
} from '../../biller-provider.js';
import type { ListedBiller, ListedItem, Listing } from '../../../../kernel/listing.js';
import type { ProviderOutcome } from '../../../../kernel/provider-outcome.js';
import type { Price } from '../../../../kernel/price.js';
import { localPhone } from '../../../../kernel/phone.js';
import {
  balanceAnswer,
  categoriesAnswer,
  servicesAnswer,
  variationsAnswer,
  vtpassDeliverables,
  vtpassOutcome,
} from './vtpass-outcome.js';
import { airtimeItem, AIRTIME_VARIATION, listedBiller, listedCategory, listedItem, partsOf, priceOf } from './vtpass-listing.js';
import { VtpassWebhooks, BOUQUET_CODE, readVerification } from './vtpass-webhooks.js';

/** They ask for more than a phone and an amount. */
const NOT_SOLD: ReadonlySet<string> = new Set(['foreign-airtime']);
const BOUQUETS: ReadonlySet<string> = new Set(['dstv', 'gotv']);
const METER_TYPES: ReadonlySet<string> = new Set(['prepaid', 'postpaid']);
/** A catalogue is about fifty reads, one after the other. */
const LIST_TIMEOUT_MS = 300_000;

export class VtpassBillerProvider extends BillerProvider {
  readonly name = 'vtpass';
  readonly capabilities: ProviderCapabilities;
  override readonly webhooks: VtpassWebhooks;
  private readonly api: VtpassApi;

  constructor(
    http: HttpClient,
    private readonly settings: VtpassSettings,
    private readonly clock: Clock,
  ) {
    super();
    this.api = new VtpassApi(http, settings);
    this.webhooks = new VtpassWebhooks(settings.webhookToken);
    const { submitTimeoutMs, readTimeoutMs } = settings;
    this.capabilities = { resubmitsSafely: false, submitTimeoutMs, readTimeoutMs, listTimeoutMs: LIST_TIMEOUT_MS };
  }

  newReference(): string {
    return vtpassReference(this.clock.now());
  }

  async list(signal: AbortSignal): Promise<Listing> {
    const categories = (await this.api.read('/service-categories', categoriesAnswer, signal)).content;
    const billers: ListedBiller[] = [];
    const items: ListedItem[] = [];
    for (const { identifier } of categories) {
      const query = new URLSearchParams({ identifier });
      const { content: services } = await this.api.read(`/services?${query.toString()}`, servicesAnswer, signal);
      for (const service of services) {
        if (NOT_SOLD.has(service.serviceID)) continue;
        const sold =
          identifier === 'airtime'
            ? [airtimeItem(service)]
            : (await this.variations(service.serviceID, signal)).map((variation, index) =>
                listedItem(identifier, service, variation, index),
              );
        if (sold.length === 0) continue;
        billers.push(listedBiller(identifier, service));
        items.push(...sold);
      }
    }
    return { categories: categories.map(listedCategory), billers, items };
  }

  override async price({ paymentCode }: { paymentCode: string }, signal: AbortSignal): Promise<Price | undefined> {
    const { serviceID, variation } = partsOf(paymentCode);
    const found = (await this.variations(serviceID, signal)).find(({ variation_code }) => variation_code === variation);
    return found && priceOf(found);
  }

  async verifyCustomer(
    { paymentCode, customerId }: CustomerQuestion,
    signal: AbortSignal,
  ): Promise<VerifiedCustomer | undefined> {
    const { serviceID, variation } = partsOf(paymentCode);
    // VTpass verifies no phones.
    if (localPhone(customerId) === customerId && !METER_TYPES.has(variation)) return phoneCustomer(customerId);
    const body = { billersCode: customerId, serviceID, ...(METER_TYPES.has(variation) ? { type: variation } : {}) };
    return readVerification(await this.api.post('/merchant-verify', body, this.settings.readTimeoutMs, signal), customerId);
  }

  async submit(submission: Submission, signal: AbortSignal): Promise<ProviderOutcome> {
    const { reference } = submission;
    const outcome = await this.call('/pay', payBody(submission), this.settings.submitTimeoutMs, reference, signal);
    if (outcome.status !== 'failed' || outcome.errorClass !== 'suspected_duplicate') return outcome;
    // It is an assumption that it was not charged, so the reference is asked about once before the money is released.
    const asked = await this.query(reference, signal);
    return asked.status === 'failed' || asked.status === 'not_found' ? outcome : asked;
  }

  query(reference: string, signal: AbortSignal): Promise<ProviderOutcome> {
    return this.call('/requery', { request_id: reference }, this.settings.readTimeoutMs, reference, signal);
  }

  override deliverablesIn(body: string): readonly Deliverable[] {
    return vtpassDeliverables(body);
  }

  override async balance(signal: AbortSignal): Promise<Kobo> {
    const { contents } = await this.api.read('/balance', balanceAnswer, signal);
    // More decimals than kobo occur in sums of commissions.
    return parseNaira(/^\d+(?:\.\d{1,2})?/.exec(contents.balance)?.[0]) ?? ZERO_KOBO;
  }

  private async call(
    path: '/pay' | '/requery',
    body: Readonly<Record<string, unknown>>,
    timeoutMs: number,
    reference: string,
    signal: AbortSignal,
  ): Promise<ProviderOutcome> {
    const result = await this.api.post(path, body, timeoutMs, signal);
    return vtpassOutcome(path === '/pay' ? 'pay' : 'requery', result, reference);
  }

  private async variations(serviceID: string, signal: AbortSignal) {
    const query = new URLSearchParams({ serviceID });
    return (await this.api.read(`/service-variations?${query.toString()}`, variationsAnswer, signal)).content;
  }
}

function payBody(submission: Submission): Record<string, unknown> {
  const { reference, paymentCode, customerId, customerMobile, amountKobo } = submission;
  const { serviceID, variation } = partsOf(paymentCode);
  // VTpass takes no purchase without one, and of some customers there is none.
  const phone = localPhone(customerMobile) ?? localPhone(customerId) ?? (customerMobile || customerId);
  const body = { request_id: reference, serviceID, amount: toDecimal(amountKobo), phone };
  if (variation === AIRTIME_VARIATION) return body;
  return {
    ...body,
    billersCode: customerId,
    variation_code: variation,
    ...(BOUQUETS.has(serviceID) ? { subscription_type: subscriptionOf(submission, variation), quantity: 1 } : {}),
  };
}

/** A renewal keeps the smartcard's bouquet, at the price that VTpass names. */
function subscriptionOf({ verified, amountKobo }: Submission, variation: string): 'renew' | 'change' {
  return verified?.details[BOUQUET_CODE] === variation && verified.amountKobo === amountKobo ? 'renew' : 'change';
}

function phoneCustomer(customerId: string): VerifiedCustomer {
  return {
    responseCode: '000',
    responseDescription: '',
    customerId,
    name: '',
    address: '',
    email: '',
    mobile: customerId,
    dueDate: '',
    amountKobo: ZERO_KOBO,
    exchangeReference: '',
    details: {},
  };
}
