import type { AccountState, BatchPlan, LockedBooks } from '../../domain/batch.js';

/** Some 15 MB; those that come back are read again. */
const MOST_ACCOUNTS = 100_000;

/**
 * The books as this process left them. All money moves in batches that follow one another along the chain, so for as
 * long as the head is where our last batch put it, every account is what we remember, and a batch need not read it.
 */
export class OwnBooks {
  private head: LockedBooks['head'] | undefined;
  private readonly accounts = new Map<string, AccountState>();
  /** Nobody else wrote between our last two batches. Where others do, remembering would be in vain more often than not. */
  private isAlone = false;

  /** What a batch on these accounts may begin with, if the head is still there; undefined where they must be read. */
  for(accounts: readonly string[]): LockedBooks | undefined {
    if (!this.head || !this.isAlone || !accounts.every((account) => this.accounts.has(account))) return undefined;
    return { head: this.head, accounts: this.accounts, seen: new Map() };
  }

  /** These were read under lock. */
  read({ head, accounts }: LockedBooks): void {
    this.isAlone = head.batchNo === this.head?.batchNo && head.hash === this.head.hash;
    if (!this.isAlone || this.accounts.size > MOST_ACCOUNTS) this.accounts.clear();
    this.head = head;
    this.keep(accounts);
  }

  /** This is being written on top of them. */
  follow({ head, accounts }: BatchPlan): void {
    if (!head) return;
    this.head = head;
    this.keep(accounts);
  }

  /** Something was not written, or perhaps not. */
  forget(): void {
    this.head = undefined;
    this.accounts.clear();
  }

  private keep(accounts: ReadonlyMap<string, AccountState>): void {
    for (const [account, state] of accounts) this.accounts.set(account, state);
  }
}
