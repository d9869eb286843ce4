import { accountsOf, type QueuedCommand } from '../domain/batch.js';
import { tablesBeside } from '../domain/ledger-command.js';
import type { LedgerObserver } from './ports/ledger-observer.js';
import { type LedgerStore, StoreFailure } from './ports/ledger-store.js';

/** How long a command waits for a row that another transaction has locked. */
export const LONGEST_DEFERRAL_MS = 5_000;
const PAUSE_MS = 50;
/** Of one round, where some commands are free and others are not. */
const MOST_REHEARSALS = 16;

export interface DeferredCommand extends QueuedCommand {
  /** How often it was deferred, and since when (ms of `performance.now`). */
  deferrals: number;
  deferredSince: number;
}

interface BlockedPlace<Entry> {
  entries: Entry[];
  isTrying: boolean;
}

/**
 * Commands that write to an account, or beside the ledger to a table, in which another session has locks. They are rehearsed without
 * the head until they are free, so that the others do not wait for them.
 */
export class BlockedCommands<Entry extends DeferredCommand> {
  private readonly places = new Map<string, BlockedPlace<Entry>>();

  constructor(
    private readonly store: LedgerStore,
    private readonly release: (entries: readonly Entry[]) => void,
    private readonly observer: LedgerObserver,
    private readonly refuse: (entry: Entry, cause: unknown) => void,
  ) {}

  get size(): number {
    return [...this.places.values()].reduce((sum, { entries }) => sum + entries.length, 0);
  }

  /** What a new command writes to that is blocked: a table, or an account. */
  placeOf(entry: Entry): string | undefined {
    if (this.places.size === 0) return undefined;
    const places = [...tablesBeside(entry.command), ...accountsOf([entry]).map(accountPlace)];
    return places.find((name) => this.places.has(name));
  }

  add(name: string, entries: readonly Entry[]): void {
    const table = this.places.get(name) ?? { entries: [], isTrying: false };
    this.places.set(name, table);
    for (const entry of entries) if (entry.deferrals++ === 0) entry.deferredSince = performance.now();
    table.entries.push(...entries);
    if (!table.isTrying) void this.tryUntilFree(name, table);
  }

  private async tryUntilFree(name: string, table: BlockedPlace<Entry>): Promise<void> {
    table.isTrying = true;
    let cause: unknown;
    while (table.entries.length > 0) {
      const tried = [...table.entries];
      const free = new Set(await this.findFree(name, tried, { left: MOST_REHEARSALS }, (error) => (cause = error)));
      if (free.size === tried.length) {
        this.places.delete(name);
        return this.release(table.entries);
      }
      const isLate = (entry: Entry) => performance.now() - entry.deferredSince > LONGEST_DEFERRAL_MS;
      const blocked = table.entries.filter((entry) => !free.has(entry));
      table.entries = blocked.filter((entry) => !isLate(entry));
      this.release([...free]);
      this.observer.blocked(tableIn(name), blocked.length);
      for (const entry of blocked.filter(isLate)) this.refuse(entry, cause);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    // It stays known as blocked, so that the next command is rehearsed first.
    table.isTrying = false;
  }

  /** All, or by halves those that are not locked. */
  private async findFree(
    name: string,
    entries: readonly Entry[],
    rounds: { left: number },
    blocked: (error: unknown) => void,
  ): Promise<Entry[]> {
    if (entries.length === 0 || rounds.left-- <= 0) return [];
    try {
      await this.rehearse(name, entries);
      return [...entries];
    } catch (error) {
      // The batch itself tells of any other error.
      if (!(error instanceof StoreFailure) || error.kind !== 'lock_timeout') return [...entries];
      blocked(error);
    }
    if (entries.length === 1 || isAccountPlace(name)) return [];
    const middle = entries.length >> 1;
    const first = await this.findFree(name, entries.slice(0, middle), rounds, blocked);
    return [...first, ...(await this.findFree(name, entries.slice(middle), rounds, blocked))];
  }

  private rehearse(name: string, entries: readonly Entry[]): Promise<void> {
    return isAccountPlace(name) ? this.store.waitForAccount(name.slice(ACCOUNT.length)) : this.store.rehearse(entries);
  }
}

const ACCOUNT = 'ledger_account ';

export function accountPlace(id: string): string {
  return `${ACCOUNT}${id}`;
}

function isAccountPlace(name: string): boolean {
  return name.startsWith(ACCOUNT);
}

function tableIn(name: string): string {
  return name.split(' ', 1)[0]!;
}
