import { Injectable } from '@nestjs/common';
import type { RecordKind } from '../../../../kernel/staff-records.js';
import { proposedOutcome } from '../domain/proposal.js';
import { Proposals } from './ports.js';

/** What open proposals would make of records, for whoever may see these. */
@Injectable()
export class ProposedOutcomes {
  constructor(private readonly proposals: Proposals) {}

  /** @returns each of them with its outcome; empty where nothing is proposed */
  async of<Item>(
    items: readonly Item[],
    kind: RecordKind,
    idOf: (item: Item) => string,
  ): Promise<(Item & { readonly proposed: string })[]> {
    const subjectOf = (item: Item) => `${kind}:${idOf(item)}`;
    const open = await this.proposals.findOpen(items.map(subjectOf));
    return items.map((item) => {
      const proposal = open.get(subjectOf(item));
      return { ...item, proposed: proposal ? proposedOutcome(proposal) : '' };
    });
  }
}
