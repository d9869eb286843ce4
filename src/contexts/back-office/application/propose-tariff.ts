import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { ZERO_KOBO } from '../../../kernel/money.js';
import { TariffChanges, type TariffEntry } from '../../tariffs/index.js';
import { MakeProposal } from './make-proposal.js';

const LONGEST_SUBJECT = 64;

/** What is charged or allowed from a time on. */
@Injectable()
export class ProposeTariff {
  constructor(
    private readonly changes: TariffChanges,
    private readonly makeProposal: MakeProposal,
  ) {}

  /** @throws Failure of TariffChanges and MakeProposal */
  async execute(entry: TariffEntry, reason: string, caller: MoneyCaller): Promise<string | Replayed> {
    this.changes.check(entry);
    const subject = `tariff:${entry.kind} ${entry.subject}`.trim().slice(0, LONGEST_SUBJECT);
    const change = { kind: 'tariff_propose' as const, entry: JSON.stringify(entry) };
    return this.makeProposal.execute({ subject, change, userId: '', amountKobo: ZERO_KOBO, reason, approvals: 1 }, caller);
  }
}
