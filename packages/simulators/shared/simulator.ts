import type { Faults } from './fault.js';
import type { PayoutDesk } from './payout-desk.js';
import type { PurchaseBooks } from './purchase-books.js';
import type { Scenarios } from './scenarios.js';

/** What every running simulator is to the page, the demonstration and `provider:check`. */
export interface RunningSimulator {
  readonly url: string;
  readonly listens: boolean;
  /** Requests that a strict provider would not have accepted, and why. */
  readonly complaints: readonly string[];
  readonly faults: Faults;
  /** Settings of a service that uses it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Directs webhooks; absent where the provider sends none. @param serviceUrl without a slash at its end */
  announceTo?(serviceUrl: string): void;
  /** Nobody listens until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export interface BillerSimulator extends RunningSimulator {
  readonly scenarios: Scenarios;
  readonly books: PurchaseBooks;
  /** Numbers that no verification knows. */
  readonly unknownCustomers: Set<string>;
  /** The webhook of a purchase as it stands; absent where the provider sends none. */
  announce?(reference: string): Promise<unknown>;
}

export interface OpenedAccount {
  /** Ours. */
  readonly reference: string;
  /** Its number; empty where a transaction has none yet. */
  readonly account: string;
  readonly amountKobo: number;
  readonly receivedKobo: number;
  /** What it keeps of that. */
  readonly feesKobo: number;
  readonly state: string;
}

export interface IncomingPayment {
  readonly amountKobo: number;
  /** How often the webhook is sent; 0: it is lost. */
  readonly announce: number;
  /** Whether it comes in after the account's end. */
  readonly isLate?: boolean;
}

export interface BankSimulator extends RunningSimulator {
  /** Newest first. */
  readonly accounts: readonly OpenedAccount[];
  /** How the path of the call begins that opens an account. */
  readonly orderPath: string;
  /** @throws Error where there is no such account */
  pay(account: string, payment: IncomingPayment): Promise<'credited' | 'returned'>;
  /** Takes back what came into the account, and tells of it. */
  takeBack(account: string): Promise<void>;
}

export interface PayoutSimulator extends RunningSimulator {
  readonly payouts: PayoutDesk;
  /** A bank that it knows, for tries. */
  readonly knownBank: string;
}

/** An item and its customers, for tries. */
export interface SoldItem {
  readonly paymentCode: string;
  readonly amountKobo: number;
  /** One of many, because providers take two purchases for one number for a repeat. */
  customer(index: number): string;
}

interface Described {
  /** As in the manifest of the adapter. */
  readonly name: string;
  /** As the company writes it. */
  readonly title: string;
  /** The order of those of one kind on the page and in the demonstration. */
  readonly place: number;
}

export interface SimulatedBiller extends Described {
  readonly kind: 'biller';
  readonly goods: { readonly airtime: SoldItem; readonly token: SoldItem };
  /** @param port 0: any free one */
  start(port: number): Promise<BillerSimulator>;
}

export interface SimulatedBank extends Described {
  readonly kind: 'deposit';
  /** @param port 0: any free one */
  start(port: number): Promise<BankSimulator>;
}

export interface SimulatedPayer extends Described {
  readonly kind: 'payout';
  /** @param port 0: any free one */
  start(port: number): Promise<PayoutSimulator>;
}

/** What `packages/simulators/<name>/index.ts` exports as `simulator`, or as `payer` beside it where the company pays out, too. */
export type SimulatedProvider = SimulatedBiller | SimulatedBank | SimulatedPayer;
