import { LRUCache } from 'lru-cache';
import type { AccountState, BatchPlan, LockedAccounts } from '../../domain/batch.js';
import { bounded } from '../../../platform/bounded.js';

/** About 15 MB. */
const MOST_ACCOUNTS = 100_000;

type Head = LockedAccounts['head'];

/** Accounts as of a known head of the chain. The database refuses a batch whose head has moved, so stale entries are never written. */
export class AccountStateCache {
  private readonly accounts = new LRUCache<string, AccountState>(bounded(MOST_ACCOUNTS));
  /** The last head known to be committed. */
  private certain: Head | undefined;
  /** Planned on top of `certain` and not known to be committed, oldest first. */
  private underWay: BatchPlan[] = [];
  private isUpToDate = false;

  /** The head that the next batch follows; undefined where it must be read. */
  get head(): Head | undefined {
    return this.isUpToDate ? (this.underWay.at(-1)?.head ?? this.certain) : undefined;
  }

  /** The head after which batches of other processes are unknown. */
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

  private move(changed: ReadonlyMap<string, AccountState>): void {
    for (const [account, state] of changed) {
      const known = this.accounts.get(account);
      if (known) this.accounts.set(account, { ...known, ...state });
    }
  }

  drop(accounts: Iterable<string>): void {
    for (const account of accounts) this.accounts.delete(account);
  }

  /** @param changed accounts in the batches after `knownUpTo`; undefined where there are too many, or the chain differs */
  read(head: Head, changed: ReadonlyMap<string, AccountState> | undefined): { readonly othersWrote: boolean } {
    const latest = this.underWay.find((plan) => plan.head!.hash === head.hash);
    if (latest) this.written(latest);
    this.forget();
    const othersWrote = this.certain?.hash !== head.hash;
    // Batches do not say what is blocked.
    if (this.certain?.blocksNo !== head.blocksNo || (othersWrote && !changed)) this.accounts.clear();
    else if (othersWrote) this.move(changed!);
    this.certain = head;
    this.isUpToDate = true;
    return { othersWrote };
  }

  follow(plan: BatchPlan): void {
    if (!plan.head) return;
    this.underWay.push(plan);
    this.keep(plan.accounts);
  }

  written(plan: BatchPlan): void {
    const index = this.underWay.indexOf(plan);
    if (index === -1) return;
    this.certain = plan.head;
    this.underWay.splice(0, index + 1);
  }

  /** After a write that failed or whose outcome is unknown; the head must be read again. */
  forget(): void {
    for (const { accounts } of this.underWay) for (const account of accounts.keys()) this.accounts.delete(account);
    this.underWay = [];
    this.isUpToDate = false;
  }
}
