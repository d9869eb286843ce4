import { sleep, steadyMs } from '../../kernel/timers.js';
import { accountsOf } from '../domain/batch.js';
import { tablesBeside } from '../domain/ledger-command.js';
import { type CommandAnswers, overloaded } from './command-answers.js';
import type { PendingCommand } from './pending-command.js';
import { type LedgerObserver, type LedgerStore, StoreFailure } from './ports.js';

/** How long a command waits for a row that another transaction has locked. */
export const LONGEST_DEFERRAL_MS = 5_000;
const PAUSE_MS = 50;
/** Rehearsals in a round, where some commands are free and others are not. */
const MOST_REHEARSALS = 16;

interface BlockedTarget {
  entries: PendingCommand[];
  isTrying: boolean;
}

/**
 * Commands that write to an account, or beside the ledger to a table, in which another session has locks. They are rehearsed without
 * the head until they are free, so that the others do not wait for them.
 */
export class BlockedCommands {
  private readonly places = new Map<string, BlockedTarget>();

  constructor(
    private readonly store: LedgerStore,
    private readonly observer: LedgerObserver,
    private readonly answers: CommandAnswers,
    private readonly release: (entries: readonly PendingCommand[]) => void,
  ) {}

  get size(): number {
    return [...this.places.values()].reduce((sum, { entries }) => sum + entries.length, 0);
  }

  /** What a new command writes to that is blocked: a table, or an account. */
  placeOf(entry: PendingCommand): string | undefined {
    if (this.places.size === 0) return undefined;
    const places = [...tablesBeside(entry.command), ...accountsOf([entry]).map(accountTarget)];
    return places.find((name) => this.places.has(name));
  }

  /** Leaves the commands of a batch that write to what is locked to themselves. @returns the others */
  async setAside(batch: readonly PendingCommand[], table: string): Promise<readonly PendingCommand[]> {
    this.observer.blocked(table, batch.length);
    const locked = table === 'ledger_account' ? await this.lockedAccounts(batch) : undefined;
    const placeOf = (entry: PendingCommand) => {
      if (!locked) return tablesBeside(entry.command).has(table) ? table : undefined;
      const account = accountsOf([entry]).find((id) => locked.has(id));
      return account && accountTarget(account);
    };
    // Together, because they are tried together.
    const byPosition = new Map<string | undefined, PendingCommand[]>();
    for (const entry of batch) {
      const place = placeOf(entry);
      byPosition.set(place, [...(byPosition.get(place) ?? []), entry]);
    }
    for (const [place, entries] of byPosition) if (place !== undefined) this.add(place, entries);
    return byPosition.get(undefined) ?? [];
  }

  add(name: string, entries: readonly PendingCommand[]): void {
    const table = this.places.get(name) ?? { entries: [], isTrying: false };
    this.places.set(name, table);
    for (const entry of entries) if (entry.deferrals++ === 0) entry.deferredSince = steadyMs();
    table.entries.push(...entries);
    if (!table.isTrying) void this.tryUntilFree(name, table);
  }

  /** None where it cannot be read: then the batch runs again as a whole. */
  private lockedAccounts(batch: readonly PendingCommand[]): Promise<ReadonlySet<string>> {
    return this.store.lockedAccounts(accountsOf(batch)).catch(() => new Set<string>());
  }

  private async tryUntilFree(name: string, table: BlockedTarget): Promise<void> {
    table.isTrying = true;
    let cause: unknown;
    while (table.entries.length > 0) {
      const tried = [...table.entries];
      const free = new Set(await this.findFree(name, tried, { left: MOST_REHEARSALS }, (error) => (cause = error)));
      if (free.size === tried.length) {
        this.places.delete(name);
        return this.release(table.entries);
      }
      const isLate = (entry: PendingCommand) => steadyMs() - entry.deferredSince > LONGEST_DEFERRAL_MS;
      const blocked = table.entries.filter((entry) => !free.has(entry));
      table.entries = blocked.filter((entry) => !isLate(entry));
      this.release([...free]);
      this.observer.blocked(tableIn(name), blocked.length);
      this.answers.refuse(blocked.filter(isLate), overloaded(cause));
      await sleep(PAUSE_MS);
    }
    // It stays known as blocked, so that the next command is rehearsed first.
    table.isTrying = false;
  }

  /** All, or by halves those that are not locked. */
  private async findFree(
    name: string,
    entries: readonly PendingCommand[],
    rounds: { left: number },
    blocked: (error: unknown) => void,
  ): Promise<PendingCommand[]> {
    if (entries.length === 0 || rounds.left-- <= 0) return [];
    try {
      await this.rehearse(name, entries);
      return [...entries];
    } catch (error) {
      // The batch itself tells of any other error.
      if (!(error instanceof StoreFailure) || error.kind !== 'lock_timeout') return [...entries];
      blocked(error);
    }
    if (entries.length === 1 || isAccountTarget(name)) return [];
    const middle = entries.length >> 1;
    const first = await this.findFree(name, entries.slice(0, middle), rounds, blocked);
    return [...first, ...(await this.findFree(name, entries.slice(middle), rounds, blocked))];
  }

  private rehearse(name: string, entries: readonly PendingCommand[]): Promise<void> {
    return isAccountTarget(name) ? this.store.waitForAccount(name.slice(ACCOUNT.length)) : this.store.rehearse(entries);
  }
}

const ACCOUNT = 'ledger_account ';

function accountTarget(id: string): string {
  return `${ACCOUNT}${id}`;
}

function isAccountTarget(name: string): boolean {
  return name.startsWith(ACCOUNT);
}

function tableIn(name: string): string {
  return name.split(' ', 1)[0]!;
}
