import type { ReceivedEvent } from '../demo/subscriber.js';
import type { CommandResult } from '../servers/processes.js';
import type { User } from './bank.js';
import type { AcknowledgedTransfer } from './workload.js';

/** What is looked at after a fault: of the clients, of the database, of the interface, and of the subscriber of webhooks. */
export interface Evidence {
  readonly users: readonly Pick<User, 'userId' | 'email' | 'openingKobo'>[];
  /** What clients were told. */
  readonly acknowledged: {
    readonly transfers: ReadonlyMap<string, AcknowledgedTransfer>;
    readonly purchases: ReadonlySet<string>;
    readonly refusals: ReadonlyMap<string, number>;
  };
  /** A transfer for each of its journals. */
  readonly transfers: readonly string[];
  readonly purchases: readonly BookedPurchase[];
  /** In kobo, by account. */
  readonly balances: ReadonlyMap<string, number>;
  readonly histories: readonly { readonly email: string; readonly booked: Entries; readonly shown: Entries }[];
  /** In the order in which they were received. */
  readonly webhooks: readonly ReceivedEvent[];
  /** How many of them had been received before those that must be in order. */
  readonly orderedFrom: number;
  /** By `ledger:verify`. */
  readonly verification: CommandResult;
}

export interface Entries {
  readonly count: number;
  readonly kobo: number;
}

export interface BookedPurchase {
  readonly id: string;
  readonly userId: string;
  readonly status: string;
  /** With its fees. */
  readonly kobo: number;
  /** The number that was bought for; its last digits decide how a purchase ends. */
  readonly customerId: string;
}
