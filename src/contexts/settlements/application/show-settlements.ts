import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { Settlement } from '../domain/settlement.js';
import { BankStatements, type SettlementFilter, Settlements } from './ports.js';

export interface ShownSettlement extends Settlement {
  /** Whether a line of a bank's statement is matched with it. */
  readonly isReconciled: boolean;
}

@Injectable()
export class ShowSettlements {
  constructor(
    private readonly settlements: Settlements,
    private readonly statements: BankStatements,
  ) {}

  async execute(filter: SettlementFilter, page: PageRequest): Promise<Page<ShownSettlement>> {
    const { items, next } = await this.settlements.list(filter, page);
    const reconciled = await this.statements.reconciled(items.map(({ id }) => id));
    return { items: items.map((settlement) => ({ ...settlement, isReconciled: reconciled.has(settlement.id) })), next };
  }
}
