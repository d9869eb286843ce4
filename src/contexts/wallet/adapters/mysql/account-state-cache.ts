import { LRUCache } from 'lru-cache';
import type { AccountState, BatchPlan, LockedAccounts } from '../../domain/batch.js';

/** Some 15 MB; others are read when they are needed. */
const MOST_ACCOUNTS = 100_000;

type Head = LockedAccounts['head'];

/**
 * Accounts as they are at a known head of the chain. All money moves in batches that follow one another along the chain,
 * so for as long as the head is there, every account is as it is kept here. Whether it still is, the database checks when
 * a batch is written.
 */
export class AccountStateCache {
  private readonly accounts = new LRUCache<string, AccountState>({ max: MOST_ACCOUNTS });
  /** The last head that is known to be written. What is kept is what it was there, but for what is under way. */
  private certain: Head | undefined;
  /** Decided on top of `certain` and not known to be written, oldest first. */
  private underWay: BatchPlan[] = [];
  private isUpToDate = false;

  /** The head that the next batch follows; undefined where it must be read. */
  get head(): Head | undefined {
    return this.isUpToDate ? (this.underWay.at(-1)?.head ?? this.certain) : undefined;
  }

  /** Batches after this one, written by other processes, are unknown. */
  get knownUpTo(): Head | undefined {
    return this.certain;
  }

  missing(accounts: readonly string[]): string[] {
    return accounts.filter((account) => !this.accounts.has(account));
  }

  states(accounts: readonly string[]): Map<string, AccountState> {
    const states = new Map<string, AccountState>();
    for (const account of accounts) {
      const state = this.accounts.get(account);
      if (state) states.set(account, state);
    }
    return states;
  }

  keep(accounts: ReadonlyMap<string, AccountState>): void {
    for (const [account, state] of accounts) this.accounts.set(account, state);
  }

  /**
   * The head was read. Where it is that of a batch under way, all up to that one is written.
   * @param changed accounts in the batches after `knownUpTo`; undefined where those are too many, or not a continuation
   */
  read(head: Head, changed: ReadonlyMap<string, AccountState> | undefined): { readonly othersWrote: boolean } {
    const latest = this.underWay.find((plan) => plan.head!.hash === head.hash);
    if (latest) this.written(latest);
    this.forget();
    const othersWrote = this.certain?.hash !== head.hash;
    if (othersWrote) {
      if (changed) this.keep(changed);
      else this.accounts.clear();
    }
    this.certain = head;
    this.isUpToDate = true;
    return { othersWrote };
  }

  /** This is being written on top of them. */
  follow(plan: BatchPlan): void {
    if (!plan.head) return;
    this.underWay.push(plan);
    this.keep(plan.accounts);
  }

  /** It is committed, and so is what it was decided on. */
  written(plan: BatchPlan): void {
    const index = this.underWay.indexOf(plan);
    if (index === -1) return;
    this.certain = plan.head;
    this.underWay.splice(0, index + 1);
  }

  /** Something was not written, or perhaps not, and nothing behind it: the head must be read. */
  forget(): void {
    for (const { accounts } of this.underWay) for (const account of accounts.keys()) this.accounts.delete(account);
    this.underWay = [];
    this.isUpToDate = false;
  }
}
