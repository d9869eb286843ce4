import type { FailureDefinition } from '../../kernel/failure.js';
import { formatNaira, kobo } from '../../kernel/money.js';
import type { AccountId } from './account.js';
import type { Journal, JournalKind } from './journal.js';

export const SPENDING_KINDS: readonly JournalKind[] = ['transfer', 'purchase', 'payout'];

/** What comes in and counts in a period of both ways; what goes back to its payer does not. */
export const RECEIVING_KINDS: readonly JournalKind[] = ['deposit', 'transfer'];

export interface SpendingPeriod {
  readonly fromMs: number;
  /** Exclusive. A command that is committed later is stale. */
  readonly untilMs: number;
  readonly limitKobo: number;
  /** Money that comes in counts, too. */
  readonly isBothWays?: boolean;
  /** Spent in the period up to the posting `seq` of the limit; of both ways also received. */
  readonly spentKobo: number;
  /** `{remaining}` in its text is replaced by what is left, as `1,500.00 Naira`. */
  readonly refusal: FailureDefinition;
}

/** What an account may spend, with what it had spent when its last posting was `seq`; the ledger adds what came after. */
export interface SpendingLimit {
  readonly account: AccountId;
  readonly seq: number;
  /** No posting after `seq` is earlier. */
  readonly postedAt: number;
  readonly periods: readonly SpendingPeriod[];
}

export interface BalanceLimit {
  readonly account: AccountId;
  readonly limitKobo: number;
  /** Undefined: what is beyond the limit is credited all the same, and blocked. */
  readonly refusal?: FailureDefinition | undefined;
}

/** Or a credit, which counts in periods of both ways alone. */
export interface Debit {
  readonly postedAt: number;
  readonly amountKobo: number;
  readonly isCredit?: boolean;
}

/** Debits and credits after the `seq` of each limit, read under the lock. */
export type DebitsSince = ReadonlyMap<SpendingLimit, readonly Debit[]>;

/** The debits of the batch that is planned, on top of those that were read. */
export class SpendingInBatch {
  private readonly debits = new Map<AccountId, Debit[]>();

  constructor(private readonly asRead: DebitsSince) {}

  /** Undefined where debits after the limit's `seq` were not read. */
  since(limit: SpendingLimit, seqAsRead: number): readonly Debit[] | undefined {
    const read = limit.seq === seqAsRead ? [] : this.asRead.get(limit);
    return read && [...read, ...(this.debits.get(limit.account) ?? [])];
  }

  posted({ kind, postings }: Journal, postedAt: number): void {
    for (const { account, amountKobo } of postings) {
      const isCredit = amountKobo > 0;
      if (!(isCredit ? RECEIVING_KINDS : SPENDING_KINDS).includes(kind)) continue;
      const debits = this.debits.get(account) ?? [];
      this.debits.set(account, debits);
      debits.push({ postedAt, amountKobo: Math.abs(amountKobo), isCredit });
    }
  }
}

/** The refusal of the first period whose limit the journal would exceed. */
export function refusalOf(limit: SpendingLimit, journal: Journal, debits: readonly Debit[]): FailureDefinition | undefined {
  for (const { fromMs, limitKobo, spentKobo, refusal, isBothWays = false } of limit.periods) {
    const amountKobo = movedBy(journal, limit.account, isBothWays);
    const counted = debits.filter(({ postedAt, isCredit }) => postedAt >= fromMs && (isBothWays || !isCredit));
    const later = counted.reduce((sum, debit) => sum + debit.amountKobo, 0);
    const remainingKobo = limitKobo - spentKobo - later;
    if (amountKobo > remainingKobo) return { ...refusal, text: withRemaining(refusal.text, remainingKobo) };
  }
  return undefined;
}

function withRemaining(text: string, remainingKobo: number): string {
  return text.replace('{remaining}', formatNaira(kobo(Math.max(remainingKobo, 0))));
}

function movedBy({ postings }: Journal, owner: AccountId, isBothWays: boolean): number {
  return postings
    .filter(({ account, amountKobo }) => account === owner && (isBothWays || amountKobo < 0))
    .reduce((sum, { amountKobo }) => sum + Math.abs(amountKobo), 0);
}
