import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { RowInsert } from '../../../kernel/row-changes.js';
import type { AccountId } from '../../../ledger/index.js';
import type { Settlement, SettlementKind } from '../domain/settlement.js';

/** Our accounts at banks. */
export abstract class BankAccounts {
  abstract readonly names: readonly string[];
}

/** What makes the lines of a list unguessable. */
export abstract class LeafSalts {
  /** 32 bytes, the same for a day and a user. */
  abstract of(day: string, user: string): Buffer;
}

export interface SettlementFilter {
  readonly id?: string;
  readonly kind?: SettlementKind;
  readonly provider?: string;
  readonly bank?: string;
}

export type RecordedSettlement = Omit<Settlement, 'createdAt'> & { readonly debited: AccountId; readonly credited: AccountId };

export abstract class Settlements {
  /** For a ledger command; unique by its reference. */
  abstract record(settlement: RecordedSettlement): RowInsert;
  abstract isUsed(reference: string): Promise<boolean>;
  abstract list(filter: SettlementFilter, page: PageRequest): Promise<Page<Settlement>>;
}
