import type { RawRequest } from '../../../kernel/caller.js';
import type { Kobo } from '../../../kernel/money.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { ListedTransaction, Period } from '../../../kernel/provider-transactions.js';
import type { RowInsert, RowUpdate } from '../../../kernel/row-changes.js';
import type { WebhookIdentity } from '../../webhooks/index.js';
import type { DepositAccount, DepositOrder, DepositStatus } from '../domain/deposit-order.js';

export type NewDepositOrder = Pick<DepositOrder, 'id' | 'userId' | 'provider' | 'amountKobo' | 'expiresAt'> & {
  readonly slot: number;
};

/** A payment that was credited to the user of its order, or whom staff assigned it to. */
export interface CreditedDeposit {
  readonly paymentId: string;
  /** Empty where staff assigned it. */
  readonly orderId: string;
  readonly userId: string;
  readonly orderedKobo: Kobo;
  readonly amountKobo: Kobo;
}

export interface DueOrder extends DepositOrder {
  /** Made so far. */
  readonly queries: number;
}

export interface OrderFilter {
  /** Undefined for all users, which is for staff only. */
  readonly userId: string | undefined;
  readonly statuses?: readonly DepositStatus[];
  readonly id?: string;
}

export abstract class DepositOrders {
  /** A pending order without an account, for a ledger command. */
  abstract record(order: NewDepositOrder): RowInsert;
  /** @param nextQueryAt undefined: its provider is not polled */
  abstract accountOpened(order: DepositOrder, nextQueryAt: number | undefined): RowUpdate;
  /** Stale when the order has received something else since it was read. */
  abstract completion(order: DepositOrder, amountKobo: Kobo): RowUpdate;
  abstract reversal(orderId: string): RowUpdate;

  abstract find(id: string): Promise<DepositOrder | undefined>;
  /** The latest order with this account that was made by `until` and ends at `from` or later. */
  abstract findByAccount(provider: string, accountNumber: string, from: number, until: number): Promise<DepositOrder | undefined>;
  /** By payment id; payments in suspense are left out. */
  abstract credited(paymentIds: readonly string[]): Promise<ReadonlyMap<string, CreditedDeposit>>;
  /** By reversing journal; payments that were nobody's are left out. */
  abstract reversed(
    journals: readonly { readonly id: string; readonly subject: string }[],
  ): Promise<ReadonlyMap<string, CreditedDeposit>>;
  /** Slots that the user's pending orders occupy. */
  abstract takenSlots(userId: string): Promise<number[]>;
  abstract hasSlot(id: string): Promise<boolean>;
  /** False where another order took it meanwhile. */
  abstract takeSlot(id: string, slot: number): Promise<boolean>;
  /** For pending orders without an account. */
  abstract releaseSlot(id: string): Promise<void>;
  /** Releases the slots of orders without an account that were made before this time. */
  abstract releaseUnopened(userId: string, before: number): Promise<void>;
  /** False when the order has an account, has ended or was moved by another process. */
  abstract moveTo(id: string, from: string, to: string): Promise<boolean>;
  abstract list(filter: OrderFilter, page: PageRequest): Promise<Page<DepositOrder>>;
  /** At most `limit` recorded before `before`, newest first. */
  abstract listBefore(filter: OrderFilter, before: number | undefined, limit: number): Promise<DepositOrder[]>;
  /** Pending orders that ended before this time, oldest end first, after `after`. */
  abstract listEnded(before: number, after: DepositOrder | undefined, limit: number): Promise<DepositOrder[]>;
  /** Orders whose provider is to be asked now, the longest due first. */
  abstract listDue(now: number, limit: number): Promise<DueOrder[]>;
  /** @param nextQueryAt undefined: never again */
  abstract schedule(id: string, queries: number, nextQueryAt: number | undefined): Promise<void>;

  /** In the caller's unit of work. False when it is not pending any more. */
  abstract end(id: string, status: 'failed' | 'expired'): Promise<boolean>;
}

export interface AccountRequest {
  /** Ours, 26 letters and digits; repeats open no second account. */
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** A provider with its own expiry returns it. */
  readonly expiresAt: number;
  readonly customer: { readonly name: string; readonly email: string };
}

/** `not_sent`: nothing reached the provider. `unknown`: the account may exist, so ask again with the same reference. */
export type AccountOutcome =
  | {
      readonly outcome: 'opened';
      readonly account: DepositAccount;
      readonly expiresAt: number;
      /** Includes a provider's fee that the payer bears; undefined: the amount asked for. */
      readonly payableKobo?: Kobo;
    }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'not_sent'; readonly cause: string }
  | { readonly outcome: 'unknown'; readonly cause: string };

/** Unknown texts are empty. */
export interface Payer {
  readonly name: string;
  readonly bank: string;
  /** Masked. */
  readonly account: string;
}

export interface ProviderPayment {
  /** At most 99 characters, the same for every announcement of the payment; compared by bytes. */
  readonly transactionId: string;
  /** The provider's reference of the transaction that the payment belongs to, at most 99 characters. */
  readonly providerReference: string;
  readonly amountKobo: Kobo;
  readonly payer: Payer;
  readonly reference: string | undefined;
  /** Empty where not reported. */
  readonly accountNumber: string;
  readonly narration: string;
  /** Names the interbank transfer; empty where not reported. */
  readonly sessionId: string;
  /** Undefined where not reported. */
  readonly receivedAt: number | undefined;
}

/** All payments of our reference, or those of the provider's transaction. */
export type PaymentQuestion =
  | { readonly reference: string }
  | {
      readonly transactionId: string;
      /** The account that an authentic webhook named, for answers that leave it out. */
      readonly accountNumber?: string;
    };

/** Neither `unknown` nor, shortly after a request, `not_found` proves that nothing was paid. */
export type PaymentsOutcome =
  | {
      readonly outcome: 'known';
      /** Each with an id of its own. */
      readonly payments: readonly ProviderPayment[];
      /** What one transaction has received so far, where the provider tells the sum and may not list every payment. */
      readonly total?: ProviderPayment;
    }
  | { readonly outcome: 'reversed'; readonly providerReference: string }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unknown'; readonly cause: string };

/** A transfer that the provider sent back to its payer. */
export interface RejectedPayment {
  /** At most 99 characters, the same for every announcement of the rejection. */
  readonly id: string;
  readonly reference: string | undefined;
  readonly customerEmail: string | undefined;
  readonly amountKobo: Kobo | undefined;
  readonly reason: string;
}

/** What follows from an authentic webhook, whose content moves no money. */
export interface WebhookContent {
  readonly questions: readonly PaymentQuestion[];
  /** The provider must list a payment or a reversal when it is asked. */
  readonly announcesPayment: boolean;
  readonly rejected?: RejectedPayment;
}

/** Opens accounts for single deposits. Methods return an outcome; a throw is a defect. */
export abstract class DepositProvider {
  /** As in DEPOSIT_PROVIDERS and `webhook_receive&provider=`; 1 to 16 characters. */
  abstract readonly name: string;
  /** False where every payment is announced by the service itself, so that asking finds nothing new. */
  abstract readonly isPolled: boolean;
  abstract openAccount(request: AccountRequest): Promise<AccountOutcome>;
  abstract payments(question: PaymentQuestion): Promise<PaymentsOutcome>;
  /** Authenticates the raw request by the provider's rule; undefined where it is not authentic. */
  abstract identifyWebhook(request: RawRequest): WebhookIdentity | undefined;
  abstract readWebhook(payload: string): Promise<WebhookContent>;
  /**
   * What came in, in portions; undefined where the provider lists nothing. It may list more than the period.
   * @throws UnreadListing while it is read
   */
  transactions(_: Period): AsyncIterable<readonly ListedTransaction[]> | undefined {
    return undefined;
  }
}

/** In the order of preference. */
export class DepositProviders {
  private readonly byName: ReadonlyMap<string, DepositProvider>;

  constructor(private readonly providers: readonly [DepositProvider, ...DepositProvider[]]) {
    this.byName = new Map(providers.map((provider) => [provider.name, provider]));
  }

  all(): readonly DepositProvider[] {
    return this.providers;
  }

  find(name: string): DepositProvider | undefined {
    return this.byName.get(name);
  }
}

export interface NewDepositPayment extends ProviderPayment {
  /** Also of its journal. */
  readonly id: string;
  readonly provider: string;
  /** Undefined where it matches no order. */
  readonly orderId: string | undefined;
  /** Why it matches no order; empty where it does. */
  readonly reason: string;
}

export interface BookedPayment {
  readonly id: string;
  readonly provider: string;
  readonly transactionId: string;
  /** Empty where it matches no order. */
  readonly orderId: string;
  readonly amountKobo: Kobo;
  /** The journal by which it left suspense; empty where there is none. */
  readonly settlementId: string;
  /** To whose wallet it went from suspense; empty where to none. */
  readonly assignedTo: string;
}

/** Payments that are in the ledger. */
export abstract class DepositPayments {
  /** Unique by provider and transaction, for a ledger command. */
  abstract record(payment: NewDepositPayment): RowInsert;
  /**
   * Stale when it is reversed already, or left suspense meanwhile.
   * @param debtorId who owes it to suspense, empty: its payer; undefined where nobody does
   */
  abstract reversal(payment: BookedPayment, journalId: string, debtorId: string | undefined): RowUpdate;
  /** For one provider transaction. */
  abstract bookedKobo(provider: string, providerReference: string): Promise<Kobo>;
  abstract listUnreversed(provider: string, providerReference: string): Promise<BookedPayment[]>;
}

export abstract class OpenDeposits {
  /** Without the orders of these users. */
  abstract count(except: readonly string[]): Promise<number>;
}

export interface PaymentAtSandbox {
  readonly transactionId: string;
  readonly accountNumber: string;
  readonly amountKobo: Kobo;
  readonly payerName: string;
}

interface AccountAtSandbox {
  /** The order that it was opened for. */
  readonly reference: string;
  /** What the order announced. */
  readonly amountKobo: Kobo;
}

/** The simulated bank, for who pays there by hand. It tells the service nothing by itself. */
export abstract class SandboxBank {
  abstract findAccount(by: { readonly accountNumber: string }): Promise<AccountAtSandbox | undefined>;
  /** The account takes no more payments in time. */
  abstract endAccount(accountNumber: string): Promise<void>;
  /** A known transaction stays as it is. */
  abstract receive(payment: PaymentAtSandbox): Promise<void>;
  /** Takes a payment back; one that it took back already stays as it is. */
  abstract reverse(transactionId: string): Promise<void>;
  /** Without those that it took back. */
  abstract paymentsTo(accountNumber: string): Promise<readonly PaymentAtSandbox[]>;
}

/** reversed: its provider took it back. owed: so it did, and nobody had the money; that debt is recovered or written off. */
export type SuspenseStatus = 'open' | 'assigned' | 'returned' | 'reversed' | 'owed' | 'recovered' | 'written_off';

/** Money that arrived and matches no deposit order, or that was reversed and is owed. */
export interface SuspensePayment {
  readonly id: string;
  readonly provider: string;
  readonly transactionId: string;
  /** Into which it was paid; empty where not reported. */
  readonly accountNumber: string;
  readonly payer: Payer;
  readonly narration: string;
  readonly sessionId: string;
  readonly amountKobo: Kobo;
  /** Why it matches no order. */
  readonly reason: string;
  readonly status: SuspenseStatus;
  /** Who owes or owed it; empty where no user does. */
  readonly debtorId: string;
  /** Undefined while it is open. */
  readonly settledAt: number | undefined;
  readonly createdAt: number;
}

export interface SuspenseFilter {
  readonly id?: string;
  /** In suspense or owed to it; false: only the others. */
  readonly isOpen?: boolean;
}

export abstract class SuspensePayments {
  abstract find(id: string): Promise<SuspensePayment | undefined>;
  /** Stale when the payment left suspense meanwhile. @param userId undefined: returned to its payer */
  abstract settlement(paymentId: string, journalId: string, userId: string | undefined): RowUpdate;
  /** Stale when the debt has ended meanwhile. */
  abstract debtSettlement(paymentId: string, how: 'recovered' | 'written_off'): RowUpdate;
  abstract list(filter: SuspenseFilter, page: PageRequest): Promise<Page<SuspensePayment>>;
}
