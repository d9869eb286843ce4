import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../../kernel/caller.js';
import { SettlementChanges, type SettlementEntry } from '../../../settlements/index.js';
import { MakeProposal } from './make-proposal.js';

/** That money which moved outside of the service is booked. */
@Injectable()
export class ProposeSettlementEntry {
  constructor(
    private readonly changes: SettlementChanges,
    private readonly makeProposal: MakeProposal,
  ) {}

  /** @throws Failure of SettlementChanges and MakeProposal */
  async execute(entry: SettlementEntry, reason: string, caller: MoneyCaller): Promise<string | Replayed> {
    await this.changes.check(entry);
    const { amountKobo, reference } = entry;
    const change = { kind: 'settlement_create' as const, entry: JSON.stringify(entry) };
    return this.makeProposal.execute({ subject: `settlement:${reference}`, change, userId: '', amountKobo, reason }, caller);
  }
}
