import { LRUCache } from 'lru-cache';
import type { AccountState, BatchPlan, LockedAccounts } from '../../domain/batch.js';

/** Some 15 MB; others are read when they are needed. */
const MOST_ACCOUNTS = 100_000;

type Head = LockedAccounts['head'];

/**
 * Caches the state of accounts after this process's last batch. All money moves in batches along the chain, so while the
 * head is where our last batch put it, the cached accounts are current and a batch need not read them.
 */
export class AccountStateCache {
  private readonly accounts = new LRUCache<string, AccountState>({ max: MOST_ACCOUNTS });
  /** Where the head was last for certain. What is remembered is what it was there, but for what is under way. */
  private certain: Head | undefined;
  /** Decided on top of `certain` and not known to be written, oldest first. */
  private underWay: BatchPlan[] = [];
  /**
   * No other process wrote before our last read, and nothing failed since. Where others write, deciding ahead would usually be
   * in vain.
   */
  private isAlone = false;

  /** From where on others' batches are of interest. */
  get knownUpTo(): Head | undefined {
    return this.certain;
  }

  /** What a batch on these accounts may begin with, if the head is still there; undefined where they must be read. */
  for(accounts: readonly string[]): LockedAccounts | undefined {
    const head = this.underWay.at(-1)?.head ?? this.certain;
    if (!head || !this.isAlone) return undefined;
    const states = new Map<string, AccountState>();
    for (const account of accounts) {
      const state = this.accounts.get(account);
      if (!state) return undefined;
      states.set(account, state);
    }
    return { head, accounts: states, foundRecords: new Map(), rowStates: new Map() };
  }

  /**
   * These were read under lock, so what was under way is decided: where the head is one of ours, all up to it is written.
   * @param changed accounts in the batches after `knownUpTo`; undefined where those are too many, or not a continuation
   */
  read({ head, accounts }: LockedAccounts, changed: readonly string[] | undefined): void {
    const latest = this.underWay.find((plan) => plan.head!.hash === head.hash);
    if (latest) this.written(latest);
    const isAlone = this.certain?.hash === head.hash;
    this.forget();
    if (!isAlone) this.drop(changed);
    this.keep(accounts);
    this.certain = head;
    this.isAlone = isAlone;
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

  /** Something was not written, or perhaps not, and nothing behind it. */
  forget(): void {
    for (const { accounts } of this.underWay) this.drop(accounts.keys());
    this.underWay = [];
    this.isAlone = false;
  }

  private drop(accounts: Iterable<string> | undefined): void {
    if (accounts) for (const account of accounts) this.accounts.delete(account);
    else this.accounts.clear();
  }

  private keep(accounts: ReadonlyMap<string, AccountState>): void {
    for (const [account, state] of accounts) this.accounts.set(account, state);
  }
}
