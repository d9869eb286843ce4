import { sleep } from '../../../../kernel/timers.js';
import type { ListedItem, Listing } from '../../../../kernel/listing.js';
import { AIRTIME, DATA, INTERNET } from './catalogue/prepaid.js';
import { BETTING, EDUCATION, ELECTRICITY, TELEVISION } from './catalogue/bills.js';
import { listedBiller, listedCategory, listedItem } from './catalogue/shape.js';
import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Deliverable, DeliverableKind } from '../../../../kernel/deliverable.js';
import { newId } from '../../../../kernel/ids.js';
import { type Kobo, toDecimal, ZERO_KOBO } from '../../../../kernel/money.js';
import type { ListedTransaction, Period } from '../../../../kernel/provider-transactions.js';
import { Config } from '../../../../platform/config/config.js';
import {
  BillerProvider,
  type CustomerQuestion,
  type ProviderCapabilities,
  type Submission,
  type VerifiedCustomer,
} from '../../biller-provider.js';
import type { ProviderOutcome } from '../../../../kernel/provider-outcome.js';
import { accepts } from '../../../../kernel/price.js';
import { faultOfNumber } from '../../../../kernel/customer-number.js';
import { scenarioOf, SandboxTimes } from './scenario.js';
import { addressOf, nameOf } from '../../../../platform/providers/made-up-people.js';
import { TypeormSandboxPurchases, type SandboxPurchaseRow } from './typeorm-sandbox-purchases.js';

const CATEGORIES = [AIRTIME, DATA, TELEVISION, ELECTRICITY, EDUCATION, BETTING, INTERNET];

export const SANDBOX_LISTING: Listing = {
  categories: CATEGORIES.map(listedCategory),
  billers: CATEGORIES.flatMap((category) => category.billers.map((biller) => listedBiller(category, biller))),
  items: CATEGORIES.flatMap((category) =>
    category.billers.flatMap((biller) => biller.items.map((item, index) => listedItem(category, biller, item, index))),
  ),
};

const ITEMS: ReadonlyMap<string, ListedItem> = new Map(SANDBOX_LISTING.items.map((item) => [item.paymentCode, item]));

export function sandboxItem(paymentCode: string): ListedItem | undefined {
  return ITEMS.get(paymentCode);
}

/** Sells everything, delivers nothing; the last digits of the customer id select the outcome. */
@Injectable()
export class SandboxBillerProvider extends BillerProvider {
  readonly name = 'sandbox';

  constructor(
    private readonly purchases: TypeormSandboxPurchases,
    private readonly times: SandboxTimes,
    private readonly config: Config,
  ) {
    super();
  }

  get capabilities(): ProviderCapabilities {
    const { submitTimeoutMs, readTimeoutMs, requeryDelaysMs } = this.times;
    return { resubmitsSafely: true, simulatesFaults: true, submitTimeoutMs, readTimeoutMs, requeryDelaysMs };
  }

  newReference(): string {
    return `SBX${newId()}`;
  }

  list(): Promise<Listing> {
    return Promise.resolve(SANDBOX_LISTING);
  }

  async verifyCustomer(
    { paymentCode, customerId }: CustomerQuestion,
    signal: AbortSignal,
  ): Promise<VerifiedCustomer | undefined> {
    await this.latency(signal);
    const item = sandboxItem(paymentCode);
    if (!item || !isPossible(item, customerId) || !scenarioOf(customerId).knowsCustomer) return undefined;
    const isPhone = item.kind !== 'bill';
    return {
      responseCode: '90000',
      responseDescription: 'Customer verified',
      customerId,
      name: nameOf(customerId),
      address: isPhone ? '' : addressOf(customerId),
      email: '',
      mobile: isPhone ? customerId : '',
      dueDate: '',
      amountKobo: item.price.fixed ? item.price.amountKobo : ZERO_KOBO,
      exchangeReference: this.digits(`verify:${customerId}`, 12),
      details: { [item.customerLabel]: customerId, product: item.name },
    };
  }

  async submit(submission: Submission, signal: AbortSignal): Promise<ProviderOutcome> {
    await this.latency(signal);
    const item = sandboxItem(submission.paymentCode);
    if (!item) return refused('70010', 'Unknown payment code', 'item_unavailable');
    if (!accepts(item.price, submission.amountKobo)) return refused('70066', 'Invalid amount', 'amount_out_of_range');
    const { reference, paymentCode, customerId, amountKobo } = submission;
    if (!isPossible(item, customerId)) return refused('70013', 'Unrecognised customer', 'customer_invalid');
    const row = await this.purchases.take({ reference, paymentCode, customerId, amountKobo });
    if (row.state === 'waiting' && !scenarioOf(customerId).answers) return silence(signal);
    return this.outcome(row, item);
  }

  async query(reference: string, signal: AbortSignal): Promise<ProviderOutcome> {
    await this.latency(signal);
    const row = await this.purchases.query(reference);
    const item = row && sandboxItem(row.paymentCode);
    return item ? this.outcome(row, item) : { status: 'not_found', raw: { code: '70038', message: 'No such reference' } };
  }

  override transactions(period: Period): AsyncIterable<readonly ListedTransaction[]> {
    return this.purchases.within(period);
  }

  override async reversedSince(since: number): Promise<readonly string[]> {
    return this.purchases.reversedSince(since);
  }

  private outcome(row: SandboxPurchaseRow, item: ListedItem): ProviderOutcome {
    switch (row.state) {
      case 'waiting':
        return { status: 'pending', raw: { code: '90009', message: 'Request in progress' } };
      case 'failed':
        return scenarioOf(row.customerId).knowsCustomer
          ? refused('90020', 'Declined by the biller', 'biller_down')
          : refused('70013', 'Unrecognised customer', 'customer_invalid');
      case 'reversed':
        return { status: 'reversed', raw: { code: '90040', message: 'Reversed by the biller' } };
      case 'delivered':
        return {
          status: 'success',
          raw: { code: '90000', message: 'Successful' },
          providerReference: this.digits(`transaction:${row.reference}`, 12),
          ...this.deliverables(row, item),
        };
    }
  }

  /** Derived from the reference, so that repeats return the same. */
  private deliverables(
    { reference, amountKobo, customerId }: SandboxPurchaseRow,
    item: ListedItem,
  ): { deliverables: Deliverable[]; details: Record<string, string> } {
    if (!item.deliversPin) return { deliverables: [], details: { product: item.name } };
    const { deliversMore } = scenarioOf(customerId);
    if (item.validationType === 'METER') {
      const units = unitsFor(amountKobo as Kobo);
      return {
        deliverables: [
          ...(deliversMore ? (['reset_token', 'configure_token'] as const).map((kind) => this.token(kind, reference)) : []),
          { kind: 'token', value: this.digits(reference, 20), units },
          ...(deliversMore ? [{ ...this.token('bonus_token', reference), units: '5.00' }] : []),
        ],
        details: { product: item.name, units, tariff: 'R2 Single Phase' },
      };
    }
    const serial = this.digits(`serial:${reference}`, 12);
    return {
      deliverables: [
        { kind: 'pin', value: this.digits(reference, 16), serial },
        ...(deliversMore
          ? [
              {
                kind: 'pin' as const,
                value: this.digits(`second:${reference}`, 16),
                serial: this.digits(`second serial:${reference}`, 12),
              },
            ]
          : []),
      ],
      details: { product: item.name, serial },
    };
  }

  private token(kind: DeliverableKind, reference: string): Deliverable {
    return { kind, value: this.digits(`${kind}:${reference}`, 20) };
  }

  private digits(seed: string, count: number): string {
    const hash = createHmac('sha256', this.config.appKey).update(`sandbox:${seed}`).digest('hex');
    return (BigInt(`0x${hash}`) % 10n ** BigInt(count)).toString().padStart(count, '0');
  }

  private async latency(signal: AbortSignal): Promise<void> {
    if (this.times.latencyMs > 0) await sleep(this.times.latencyMs);
    signal.throwIfAborted();
  }
}

function isPossible({ validationParams }: ListedItem, customerId: string): boolean {
  return faultOfNumber(customerId, validationParams) === undefined;
}

function refused(
  code: string,
  message: string,
  errorClass: Extract<ProviderOutcome, { status: 'failed' }>['errorClass'],
): ProviderOutcome {
  return { status: 'failed', raw: { code, message }, errorClass, failoverEligible: errorClass === 'biller_down' };
}

/** Rejects when the signal aborts. */
function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => reject(new Error('the sandbox did not answer'));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

const KOBO_PER_UNIT = 22_500;

function unitsFor(amountKobo: Kobo): string {
  return toDecimal(Math.floor((amountKobo * 100) / KOBO_PER_UNIT) as Kobo);
}
