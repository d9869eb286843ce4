import { randomInt } from 'node:crypto';
import type { Clock } from '../../../../kernel/clock.js';
import type { Deliverable } from '../../../../kernel/deliverable.js';
import { ZERO_KOBO } from '../../../../kernel/money.js';
import { type QuicktellerSettings, QuicktellerApi, readAnswer } from './quickteller-api.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import {
  BillerProvider,
  type CustomerQuestion,
  type ProviderCapabilities,
  type Submission,
  type SubmittedPurchase,
  type VerifiedCustomer,
} from '../../biller-provider.js';
import type { ListedItem, Listing } from '../../../../kernel/listing.js';
import { localPhone } from '../../../../kernel/phone.js';
import type { Price } from '../../../../kernel/price.js';
import type { ProviderOutcome } from '../../../../kernel/provider-outcome.js';
import { optionsAnswer, servicesAnswer, validationAnswer } from './quickteller-answers.js';
import { koboOf, listedBiller, listedCategory, listedItem, priceOf } from './quickteller-listing.js';
import { quicktellerDeliverables } from './quickteller-codes.js';
import { quicktellerAnswer, quicktellerOutcome } from './quickteller-outcome.js';

const OK = '90000';
/** The customer is wrong; any other code says nothing of the customer. */
const WRONG_CUSTOMER: ReadonlySet<string> = new Set(['70013', '70010', '90052']);
const LIST_TIMEOUT_MS = 600_000;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export class QuicktellerBillerProvider extends BillerProvider {
  readonly name = 'quickteller';
  readonly capabilities: ProviderCapabilities;
  private readonly api: QuicktellerApi;

  constructor(
    http: HttpClient,
    private readonly settings: QuicktellerSettings,
    clock: Clock,
  ) {
    super();
    this.api = new QuicktellerApi(http, settings, clock);
    const { submitTimeoutMs, readTimeoutMs } = settings;
    this.capabilities = { resubmitsSafely: false, submitTimeoutMs, readTimeoutMs, listTimeoutMs: LIST_TIMEOUT_MS };
  }

  newReference(): string {
    const { referencePrefix, referenceLength } = this.settings;
    const length = referenceLength - referencePrefix.length;
    return referencePrefix + Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  }

  async list(signal: AbortSignal): Promise<Listing> {
    const categories = (await this.api.read('/services', servicesAnswer, signal)).billerlist.category;
    const items: ListedItem[] = [];
    for (const { id, billers } of categories) {
      for (const biller of billers) {
        // An empty surcharge is unknown, and not none.
        if (koboOf(biller.surcharge) === undefined) continue;
        const paymentitems = await this.options(biller.id, signal);
        items.push(...paymentitems.map((item, index) => listedItem(id, biller, item, index)));
      }
    }
    const billers = categories.flatMap(({ id, billers }) => billers.map((biller) => listedBiller(id, biller)));
    return { categories: categories.map(listedCategory), billers, items };
  }

  override async price(
    { billerId, paymentCode }: { billerId: string; paymentCode: string },
    signal: AbortSignal,
  ): Promise<Price | undefined> {
    const item = (await this.options(billerId, signal)).find(({ paymentcode }) => paymentcode === paymentCode);
    return item && priceOf(item, 'bill');
  }

  async verifyCustomer(
    { paymentCode, customerId }: CustomerQuestion,
    signal: AbortSignal,
  ): Promise<VerifiedCustomer | undefined> {
    const { terminalId, readTimeoutMs } = this.settings;
    const customers = [{ PaymentCode: paymentCode, CustomerId: this.customerOf(customerId) }];
    const body = { customers, TerminalId: terminalId };
    const answer = readAnswer(
      await this.api.call('POST', '/Transactions/validatecustomers', body, readTimeoutMs, signal),
      validationAnswer,
    );
    const [customer] = answer.customers;
    // Both levels must confirm.
    const code = answer.responsecode === OK ? (customer?.responsecode ?? '') : answer.responsecode;
    if (WRONG_CUSTOMER.has(code)) return undefined;
    if (code !== OK || !customer) throw new Error(`Quickteller answers ${code} to a validation`);
    return {
      responseCode: code,
      responseDescription: customer.responsedescription || answer.responsecodegrouping,
      customerId,
      name: customer.fullname,
      address: customer.address,
      email: customer.email,
      mobile: customer.phone,
      dueDate: '',
      amountKobo: koboOf(customer.amount) ?? ZERO_KOBO,
      exchangeReference: '',
      details: {},
    };
  }

  async submit(submission: Submission, signal: AbortSignal): Promise<ProviderOutcome> {
    const { terminalId, submitTimeoutMs } = this.settings;
    const { reference, paymentCode, customerId, customerMobile, customerEmail, amountKobo } = submission;
    const body = {
      TerminalId: terminalId,
      paymentCode,
      customerId: this.customerOf(customerId),
      ...(customerMobile === '' ? {} : { customerMobile: this.customerOf(localPhone(customerMobile) ?? customerMobile) }),
      ...(customerEmail === '' || customerEmail.length > 50 ? {} : { customerEmail }),
      amount: String(amountKobo),
      requestReference: reference,
    };
    return quicktellerOutcome('pay', await this.api.call('POST', '/Transactions', body, submitTimeoutMs, signal), submission);
  }

  async query(reference: string, signal: AbortSignal, purchase: SubmittedPurchase): Promise<ProviderOutcome> {
    const path = `/Transactions?${new URLSearchParams({ requestRef: reference }).toString()}`;
    return quicktellerOutcome(
      'query',
      await this.api.call('GET', path, undefined, this.settings.readTimeoutMs, signal),
      purchase,
    );
  }

  override deliverablesIn(body: string, purchase: SubmittedPurchase): readonly Deliverable[] {
    const answer = quicktellerAnswer(body);
    return answer ? quicktellerDeliverables(answer, purchase) : [];
  }

  private async options(serviceid: string, signal: AbortSignal) {
    const query = new URLSearchParams({ serviceid });
    return (await this.api.read(`/services/options?${query.toString()}`, optionsAnswer, signal)).paymentitems;
  }

  /** Phones in the form of the contract, everything else unchanged. */
  private customerOf(customerId: string): string {
    // Smartcards of ten digits look like phones without the leading zero.
    const isPhone = localPhone(customerId) === customerId;
    return isPhone && this.settings.phoneForm === 'international' ? `234${customerId.slice(1)}` : customerId;
  }
}
