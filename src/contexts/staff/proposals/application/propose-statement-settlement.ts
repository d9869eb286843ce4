import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../../kernel/caller.js';
import { kobo } from '../../../../kernel/money.js';
import { type LineMeaning, SettleStatement } from '../../../settlements/index.js';
import { MakeProposal } from './make-proposal.js';

/** That lines of a bank's statement are booked as settlements, all of them by one proposal. */
@Injectable()
export class ProposeStatementSettlement {
  constructor(
    private readonly settleStatement: SettleStatement,
    private readonly makeProposal: MakeProposal,
  ) {}

  /** @throws Failure of SettleStatement and MakeProposal */
  async execute(
    statementId: string,
    lines: readonly LineMeaning[],
    reason: string,
    caller: MoneyCaller,
  ): Promise<string | Replayed> {
    const settled = await this.settleStatement.entries(statementId, lines);
    const amountKobo = kobo(settled.reduce((sum, { entry }) => sum + entry.amountKobo, 0));
    const change = { kind: 'statement_settle' as const, entry: JSON.stringify(settled) };
    return this.makeProposal.execute({ subject: `statement:${statementId}`, change, userId: '', amountKobo, reason }, caller);
  }
}
