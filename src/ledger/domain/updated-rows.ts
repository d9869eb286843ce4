import { COMMITTED_AT, type RowUpdate, type RowValue } from '../../kernel/row-changes.js';
import type { LedgerCommand } from './ledger-command.js';

/** Matches its key, does not, or is locked by another transaction. */
export type RowState = 'matches' | 'stale' | 'locked';

export class UpdatedRows {
  private readonly changes = new Map<string, Map<string, RowValue>>();

  constructor(private readonly asRead: ReadonlyMap<RowUpdate, RowState>) {}

  stateOf({ updates = [] }: LedgerCommand): RowState {
    const states = updates.map((update) => this.stateOfRow(update));
    if (states.includes('stale')) return 'stale';
    return states.includes('locked') ? 'locked' : 'matches';
  }

  accept({ updates = [] }: LedgerCommand): void {
    for (const update of updates) {
      const name = rowName(update);
      const changes = this.changes.get(name) ?? new Map<string, RowValue>();
      this.changes.set(name, changes);
      for (const [column, value] of Object.entries(update.set)) changes.set(column, value);
    }
  }

  private stateOfRow(update: RowUpdate): RowState {
    const asRead = this.asRead.get(update) ?? 'locked';
    const changes = this.changes.get(rowName(update));
    if (!changes) return asRead;
    const changed = Object.entries(update.key).filter(([column]) => changes.has(column));
    if (changed.some(([column, value]) => differs(changes.get(column), value))) return 'stale';
    if (asRead === 'matches' && changed.every(([column]) => changes.get(column) !== COMMITTED_AT)) return 'matches';
    // Changed earlier in this batch, so the next batch reads it again.
    return 'locked';
  }
}

function differs(changed: RowValue | undefined, expected: string | number): boolean {
  return changed !== COMMITTED_AT && String(changed) !== String(expected);
}

function rowName({ table, key }: RowUpdate): string {
  return `${table}\n${Object.values(key)[0]}`;
}
