import type { FailureDefinition } from '../../kernel/failure.js';
import { formatNaira, kobo } from '../../kernel/money.js';
import type { AccountId } from './account.js';
import type { Journal, JournalKind } from './journal.js';

export const SPENDING_KINDS: readonly JournalKind[] = ['transfer', 'purchase', 'payout'];

export interface SpendingPeriod {
  readonly fromMs: number;
  /** Exclusive. A command that is committed later is stale. */
  readonly untilMs: number;
  readonly limitKobo: number;
  /** Spent in the period up to the posting `seq` of the limit. */
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

export interface Debit {
  readonly postedAt: number;
  readonly amountKobo: number;
}

/** Debits after the `seq` of each limit, read under the lock. */
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
    if (!SPENDING_KINDS.includes(kind)) return;
    for (const { account, amountKobo } of postings) {
      if (amountKobo >= 0) continue;
      const debits = this.debits.get(account) ?? [];
      this.debits.set(account, debits);
      debits.push({ postedAt, amountKobo: -amountKobo });
    }
  }
}

/** The refusal of the first period whose limit the journal would exceed. */
export function refusalOf(limit: SpendingLimit, journal: Journal, debits: readonly Debit[]): FailureDefinition | undefined {
  const amountKobo = spentBy(journal, limit.account);
  for (const { fromMs, limitKobo, spentKobo, refusal } of limit.periods) {
    const later = debits.reduce((sum, debit) => (debit.postedAt >= fromMs ? sum + debit.amountKobo : sum), 0);
    const remainingKobo = limitKobo - spentKobo - later;
    if (amountKobo > remainingKobo) return { ...refusal, text: withRemaining(refusal.text, remainingKobo) };
  }
  return undefined;
}

function withRemaining(text: string, remainingKobo: number): string {
  return text.replace('{remaining}', formatNaira(kobo(Math.max(remainingKobo, 0))));
}

function spentBy({ postings }: Journal, spender: AccountId): number {
  return postings.reduce((sum, { account, amountKobo }) => (account === spender && amountKobo < 0 ? sum - amountKobo : sum), 0);
}
