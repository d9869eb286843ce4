import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { ZERO_KOBO } from '../../../../kernel/money.js';
import { CatalogueEntries } from '../../../catalogue/index.js';
import { TariffChanges, type TariffEntry, tariffFailures } from '../../../tariffs/index.js';
import { MakeProposal } from './make-proposal.js';

const LONGEST_SUBJECT = 64;

@Injectable()
export class ProposeTariff {
  constructor(
    private readonly changes: TariffChanges,
    private readonly catalogue: CatalogueEntries,
    private readonly makeProposal: MakeProposal,
  ) {}

  /** @throws Failure of TariffChanges and MakeProposal */
  async execute(entry: TariffEntry, reason: string, caller: MoneyCaller): Promise<string | Replayed> {
    this.changes.check(entry);
    if (entry.kind === 'surcharge' && !(await this.catalogue.has(entry.subject))) {
      const text = `The tariff is not valid: subject ${entry.subject} is neither an item nor a biller`;
      throw new Failure(tariffFailures.invalid_terms, { text });
    }
    const subject = `tariff:${entry.kind} ${entry.subject}`.trim().slice(0, LONGEST_SUBJECT);
    const replaces = await this.changes.replaced(entry);
    const change = { kind: 'tariff_propose' as const, entry: JSON.stringify(entry), replaces };
    return this.makeProposal.execute({ subject, change, userId: '', amountKobo: ZERO_KOBO, reason }, caller);
  }
}
