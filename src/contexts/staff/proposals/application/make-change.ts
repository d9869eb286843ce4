import { Injectable } from '@nestjs/common';
import { domainEvent } from '../../../../kernel/events.js';
import { newId } from '../../../../kernel/ids.js';
import { kobo } from '../../../../kernel/money.js';
import { AskPayoutNow, ResolvePayout } from '../../../payouts/index.js';
import { RequeryNow, ResolvePurchase } from '../../../purchases/index.js';
import { SettleSuspense } from '../../../deposits/index.js';
import { Accounts, isLeaving, Users } from '../../../sign-in/index.js';
import { type Grant, MoneyGrants } from '../../members/index.js';
import { TariffChanges, type TariffEntry } from '../../../tariffs/index.js';
import { SettlementChanges, type SettledLine, type SettlementEntry, SettleStatement } from '../../../settlements/index.js';
import { ADJUSTMENTS_ACCOUNT, type LedgerChange } from '../../../../ledger/index.js';
import { CHANGED_FACTS, type ChangedFacts, type Proposal, subjectId } from '../domain/proposal.js';
import { ReturnPayment } from './return-payment.js';

/** What an approved proposal changes; undefined where what it is about has changed since it was made, also by what its provider says when it is asked now. */
@Injectable()
export class MakeChange {
  constructor(
    private readonly resolvePurchase: ResolvePurchase,
    private readonly requeryNow: RequeryNow,
    private readonly resolvePayout: ResolvePayout,
    private readonly askPayoutNow: AskPayoutNow,
    private readonly settleSuspense: SettleSuspense,
    private readonly returnPayment: ReturnPayment,
    private readonly users: Users,
    private readonly accounts: Accounts,
    private readonly moneyGrants: MoneyGrants,
    private readonly tariffChanges: TariffChanges,
    private readonly settlementChanges: SettlementChanges,
    private readonly settleStatement: SettleStatement,
  ) {}

  async execute(proposal: Proposal): Promise<LedgerChange | undefined> {
    const { id, userId, change, amountKobo } = proposal;
    const isCredited = change.kind === 'suspense_assign' || (change.kind === 'wallet_adjust' && amountKobo > 0);
    if (isCredited && (await this.isLeaving(userId))) return undefined;
    const about = subjectId(proposal);
    switch (change.kind) {
      case 'purchase_resolve':
        await this.requeryNow.execute(about);
        return this.resolvePurchase.change(about, change.version, change.outcome, change.token);
      case 'payout_resolve':
        await this.askPayoutNow.execute(about);
        return this.resolvePayout.change(about, change.version, change.outcome);
      case 'suspense_assign':
        return this.settleSuspense.assign(about, userId, id);
      case 'suspense_return':
        return this.returnPayment.change(about, change, id);
      case 'suspense_settle':
        return change.outcome === 'recovered' ? this.settleSuspense.recover(about, id) : this.settleSuspense.writeOff(about, id);
      case 'wallet_adjust':
        return adjustment(proposal);
      case 'staff_grants':
        // Given after the commit, because sessions change with the permissions.
        return (await this.moneyGrants.canGive(about, change.held as readonly Grant[]))
          ? { events: [domainEvent('proposal.grants_approved', { proposalId: id })] }
          : undefined;
      case 'user_modify':
        // Changed after the commit, because caches and sessions change with the account.
        return (await this.isAsBefore(about, change.before))
          ? { events: [domainEvent('proposal.user_change_approved', { proposalId: id })] }
          : undefined;
      case 'tariff_propose':
        return this.tariffChanges.change(JSON.parse(change.entry) as TariffEntry, id);
      case 'settlement_create':
        return this.settlementChanges.change(JSON.parse(change.entry) as SettlementEntry, id);
      case 'statement_settle':
        return this.settleStatement.change(JSON.parse(change.entry) as SettledLine[], id);
    }
  }

  private async isAsBefore(userId: string, before: ChangedFacts): Promise<boolean> {
    const account = await this.accounts.find(userId);
    if (!account || isLeaving(account)) return false;
    return CHANGED_FACTS.every((name) => !(name in before) || before[name] === account[name]);
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
