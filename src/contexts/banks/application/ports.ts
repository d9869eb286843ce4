import type { Bank } from '../domain/bank.js';
import type { KnownBank } from '../domain/known-banks.js';
import type { ListedEntry, MatchedBy } from '../domain/match-banks.js';

export abstract class Banks {
  abstract find(code: string): Promise<Bank | undefined>;
  /** What a provider calls it; undefined where the provider does not reach it. */
  abstract providerCode(provider: string, code: string): Promise<string | undefined>;
}

/** What a provider calls a bank. */
export interface BankMatch {
  readonly provider: string;
  readonly providerCode: string;
  /** Ours; empty: it is offered to nobody. */
  readonly bankCode: string;
  readonly listedName: string;
  readonly matchedBy: MatchedBy | 'staff';
  readonly isListed: boolean;
}

export interface BankChange {
  readonly added: number;
  readonly matched: number;
  readonly gone: number;
}

/** The banks and what providers call them; what others changed is seen within ten seconds. */
export abstract class BankDirectory extends Banks {
  /** By name. */
  abstract all(): Promise<readonly KnownBank[]>;
  abstract matches(): Promise<readonly BankMatch[]>;
  abstract syncedAt(provider: string): Promise<number | undefined>;
  /** Matches what a provider lists now. What staff matched stays. In a unit of work. */
  abstract replace(provider: string, listed: readonly ListedEntry[]): Promise<BankChange>;
  /** As it is now. */
  abstract findMatch(provider: string, providerCode: string): Promise<BankMatch | undefined>;
  /** By staff. In a unit of work. @param bank our code, `none` or `new` */
  abstract match(match: BankMatch, bank: string): Promise<BankMatch>;
}

/** An account whose name a user has asked for. */
export interface ResolvedAccount {
  readonly bank: Bank;
  readonly account: string;
  readonly name: string;
  /** Unix ms. */
  readonly resolvedAt: number;
}

export abstract class ResolvedAccounts {
  /** The last answer to this user. Undefined where they have not asked within 15 minutes. */
  abstract find(userId: string, code: string, account: string): Promise<ResolvedAccount | undefined>;
}

export type SandboxPayoutState = 'waiting' | 'paid' | 'failed' | 'returned';

/** The payouts that the simulated rail took, for who decides about them by hand. */
export abstract class SandboxPayouts {
  /** Ends a waiting payout, or returns a paid one. False where the payout is in another state. */
  abstract end(reference: string, state: 'paid' | 'failed' | 'returned'): Promise<boolean>;
}
