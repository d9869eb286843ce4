import { Injectable } from '@nestjs/common';
import { domainEvent } from '../../../../kernel/events.js';
import { newId } from '../../../../kernel/ids.js';
import { kobo } from '../../../../kernel/money.js';
import { ResolvePurchase } from '../../../purchases/index.js';
import { SettleSuspense } from '../../../deposits/index.js';
import { isLeaving, Users } from '../../../sign-in/index.js';
import { type Grant, GiveGrants } from '../../members/index.js';
import { TariffChanges, type TariffEntry } from '../../../tariffs/index.js';
import { SettlementChanges, type SettlementEntry } from '../../../settlements/index.js';
import { ADJUSTMENTS_ACCOUNT, type LedgerChange } from '../../../../ledger/index.js';
import { type Proposal, subjectId } from '../domain/proposal.js';

/** What an approved proposal changes; undefined where what it is about has changed since it was made. */
@Injectable()
export class MakeChange {
  constructor(
    private readonly resolvePurchase: ResolvePurchase,
    private readonly settleSuspense: SettleSuspense,
    private readonly users: Users,
    private readonly giveGrants: GiveGrants,
    private readonly tariffChanges: TariffChanges,
    private readonly settlementChanges: SettlementChanges,
  ) {}

  async execute(proposal: Proposal): Promise<LedgerChange | undefined> {
    const { id, userId, change, amountKobo } = proposal;
    const isCredited = change.kind === 'suspense_assign' || (change.kind === 'wallet_adjust' && amountKobo > 0);
    if (isCredited && (await this.isLeaving(userId))) return undefined;
    const about = subjectId(proposal);
    switch (change.kind) {
      case 'purchase_resolve':
        return this.resolvePurchase.change(about, change.version, change.outcome, change.token);
      case 'suspense_assign':
        return this.settleSuspense.assign(about, userId, id);
      case 'suspense_return':
        return this.settleSuspense.giveBack(about, change.bankReference, id);
      case 'suspense_settle':
        return change.outcome === 'recovered' ? this.settleSuspense.recover(about, id) : this.settleSuspense.writeOff(about, id);
      case 'wallet_adjust':
        return adjustment(proposal);
      case 'staff_grants':
        // Given after the commit, because sessions change with the permissions.
        return (await this.giveGrants.canGive(about, change.held as readonly Grant[]))
          ? { events: [domainEvent('proposal.grants_approved', { proposalId: id })] }
          : undefined;
      case 'tariff_propose':
        return this.tariffChanges.change(JSON.parse(change.entry) as TariffEntry, id);
      case 'settlement_create':
        return this.settlementChanges.change(JSON.parse(change.entry) as SettlementEntry, id);
    }
  }

  private async isLeaving(userId: string): Promise<boolean> {
    const user = await this.users.find(userId);
    return user === undefined || isLeaving(user);
  }
}

function adjustment({ id, userId, amountKobo, reason }: Proposal): LedgerChange {
  const note = `Adjustment: ${reason}`;
  return {
    journal: {
      id: newId(),
      kind: 'adjustment',
      subject: id,
      postings: [
        { account: ADJUSTMENTS_ACCOUNT, amountKobo: kobo(-amountKobo), note },
        { account: userId, amountKobo, note },
      ],
    },
  };
}
