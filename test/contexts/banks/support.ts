import { naira } from '../../../src/kernel/money.js';
import {
  type BankAccount,
  type ListedBank,
  type NameEnquiry,
  PayoutProvider,
  PayoutProviders,
  type PayoutSubmission,
} from '../../../src/contexts/banks/payout-provider.js';
import type { TestApp } from '../../support/app.js';

export const SIGNAL = new AbortController().signal;

/** A second provider with a list and answers of a test. */
export class ListedProvider extends PayoutProvider {
  readonly capabilities = { submitTimeoutMs: 1_000, readTimeoutMs: 200 };
  readonly asked: BankAccount[] = [];
  enquiry: () => Promise<NameEnquiry> = () => Promise.resolve({ outcome: 'resolved', name: 'SECOND ANSWER' });

  constructor(
    readonly name: string,
    public listed: readonly ListedBank[],
  ) {
    super();
  }

  newReference(): string {
    return 'reference';
  }

  banks(): Promise<readonly ListedBank[]> {
    return Promise.resolve(this.listed);
  }

  resolve(account: BankAccount): Promise<NameEnquiry> {
    this.asked.push(account);
    return this.enquiry();
  }

  submit(): Promise<never> {
    return Promise.reject(new Error('not here'));
  }

  query(): Promise<never> {
    return Promise.reject(new Error('not here'));
  }
}

export function addProvider(service: TestApp, provider: PayoutProvider): void {
  const providers = service.app.get(PayoutProviders);
  const all = [...providers.all, provider];
  Object.assign(providers, { all, find: (name: string) => all.find((each) => each.name === name) });
}

export function submission(reference: string, account: string, more: Partial<PayoutSubmission> = {}): PayoutSubmission {
  return {
    reference,
    bankCode: 'SBX-gtbank',
    account,
    amountKobo: naira(2_500),
    name: 'ADA OBI',
    bankName: 'Guaranty Trust Bank',
    narration: 'Rent',
    ...more,
  };
}
