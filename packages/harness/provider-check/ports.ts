/**
 * The ports as the check calls them, by their shapes, because it also takes adapters that are compiled elsewhere. A test compares
 * them with the service's own.
 */
export interface RawRequest {
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

interface Identity {
  readonly eventId: string;
  readonly event: string;
}

export interface Outcome {
  readonly status: 'success' | 'pending' | 'failed' | 'reversed' | 'not_found' | 'unknown';
  readonly errorClass?: string;
  readonly deliverables?: readonly {
    readonly kind: string;
    readonly value: string;
    readonly serial?: string;
    readonly units?: string;
    readonly expires?: string;
  }[];
  readonly body?: string;
}

export interface Submission {
  readonly reference: string;
  readonly paymentCode: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerMobile: string;
  readonly amountKobo: number;
  readonly deliversPin: boolean;
}

interface ListedItem {
  readonly billerId: string;
  readonly paymentCode: string;
  readonly deliversPin: boolean;
}

export interface CheckedBiller {
  readonly name: string;
  newReference(): string;
  list(signal: AbortSignal): Promise<{
    readonly categories: readonly { readonly categoryId: string }[];
    readonly billers: readonly { readonly billerId: string; readonly categoryId: string }[];
    readonly items: readonly ListedItem[];
  }>;
  verifyCustomer(
    question: { readonly paymentCode: string; readonly customerId: string },
    signal: AbortSignal,
  ): Promise<{ readonly customerId: string } | undefined>;
  submit(submission: Submission, signal: AbortSignal): Promise<Outcome>;
  query(
    reference: string,
    signal: AbortSignal,
    purchase: Pick<Submission, 'amountKobo' | 'deliversPin' | 'customerId'>,
  ): Promise<Outcome>;
  deliverablesIn?(
    body: string,
    purchase: Pick<Submission, 'amountKobo' | 'deliversPin' | 'customerId'>,
  ): NonNullable<Outcome['deliverables']>;
  price?(item: { readonly billerId: string; readonly paymentCode: string }, signal: AbortSignal): Promise<object | undefined>;
  balance?(signal: AbortSignal): Promise<number>;
  readonly webhooks?: {
    readonly answer: object;
    identify(request: RawRequest): Identity | undefined;
    read(payload: string): { readonly references: readonly string[] };
  };
}

export interface AccountRequest {
  readonly reference: string;
  readonly amountKobo: number;
  readonly expiresAt: number;
  readonly customer: { readonly name: string; readonly email: string };
}

export type AccountOutcome =
  | {
      readonly outcome: 'opened';
      readonly account: { readonly accountNumber: string };
      readonly expiresAt: number;
      readonly payableKobo?: number;
    }
  | { readonly outcome: 'refused' | 'not_sent' | 'unknown' };

export type PaymentQuestion = { readonly reference: string } | { readonly transactionId: string };

export type PaymentsOutcome =
  | {
      readonly outcome: 'known';
      readonly payments: readonly { readonly transactionId: string; readonly amountKobo: number }[];
    }
  | { readonly outcome: 'reversed' | 'not_found' | 'unknown' };

export interface CheckedBank {
  readonly name: string;
  openAccount(request: AccountRequest): Promise<AccountOutcome>;
  payments(question: PaymentQuestion): Promise<PaymentsOutcome>;
  identifyWebhook(request: RawRequest): Identity | undefined;
  readWebhook(payload: string): Promise<{ readonly questions: readonly PaymentQuestion[] }>;
  transactions(period: {
    readonly from: number;
    readonly to: number;
  }): AsyncIterable<readonly { readonly reference: string; readonly amountKobo: number }[]> | undefined;
}

interface Account {
  readonly bankCode: string;
  readonly account: string;
}

export interface PayoutSubmission extends Account {
  readonly reference: string;
  readonly amountKobo: number;
  readonly name: string;
  readonly bankName: string;
  readonly narration: string;
}

export interface PayoutOutcome {
  readonly status: Outcome['status'];
  readonly errorClass?: string;
  readonly sessionId?: string;
  readonly feeKobo?: number;
  readonly waitsForPerson?: boolean;
}

export type NameEnquiry =
  | { readonly outcome: 'resolved'; readonly name: string }
  | { readonly outcome: 'not_found' | 'unavailable' };

export interface CheckedPayer {
  readonly name: string;
  readonly capabilities: { readonly equalPayoutSpacingMs?: number };
  newReference(): string;
  banks(signal: AbortSignal): Promise<readonly { readonly code: string; readonly name: string }[]>;
  resolve(account: Account, signal: AbortSignal): Promise<NameEnquiry>;
  submit(submission: PayoutSubmission, signal: AbortSignal): Promise<PayoutOutcome>;
  query(
    reference: string,
    signal: AbortSignal,
    payout: Pick<PayoutSubmission, 'amountKobo' | 'bankCode' | 'account'>,
  ): Promise<PayoutOutcome>;
  transactions(period: {
    readonly from: number;
    readonly to: number;
  }): AsyncIterable<readonly { readonly reference: string; readonly amountKobo: number; readonly status: string }[]> | undefined;
  balance?(signal: AbortSignal): Promise<number>;
  readonly webhooks?: {
    readonly answer: object;
    identify(request: RawRequest): Identity | undefined;
    read(payload: string): readonly string[];
  };
  readonly approvals?: {
    read(
      request: RawRequest,
    ): Promise<{ readonly reference: string; readonly amountKobo: number; readonly destination: Account } | undefined>;
    answer(isApproved: boolean): { readonly httpStatus: number; readonly body: object };
  };
}

/** Adapters of one provider. */
export interface CheckedAdapters<Provider> {
  /** For answers that come. */
  readonly patient: Provider;
  /** For those that come late or never. */
  readonly hasty: Provider;
  readonly withOtherSecrets: Provider;
}
