import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { provideSettings } from '../../../platform/config/provide-settings.js';
import { AbuseModule } from '../../abuse/abuse.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { PayoutsModule } from '../../payouts/payouts.module.js';
import { PurchasesModule } from '../../purchases/purchases.module.js';
import { DepositsModule } from '../../deposits/deposits.module.js';
import { SignInModule } from '../../sign-in/sign-in.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { StaffModule } from '../members/members.module.js';
import { ProvidersModule } from '../../providers/providers.module.js';
import { SettlementsModule } from '../../settlements/settlements.module.js';
import { TariffsModule } from '../../tariffs/tariffs.module.js';
import { LedgerModule } from '../../../ledger/ledger.module.js';
import { CatalogueModule } from '../../catalogue/catalogue.module.js';
import { ProposalParticipantRow, ProposalRow } from './adapters/typeorm/proposals.rows.js';
import { ProposalTimeline } from './adapters/typeorm/proposal-timeline.js';
import { TypeormOpenProposals } from './adapters/typeorm/typeorm-open-proposals.js';
import { TypeormProposals } from './adapters/typeorm/typeorm-proposals.js';
import { ContradictedPayouts } from './application/contradicted-payouts.js';
import { ContradictedPurchases } from './application/contradicted-purchases.js';
import { DecideProposal } from './application/decide-proposal.js';
import { ExpireProposals } from './application/expire-proposals.js';
import { FindJournals } from './application/find-journals.js';
import { FindUser } from './application/find-user.js';
import { LiftBlock } from './application/lift-block.js';
import { MakeChange } from './application/make-change.js';
import { MakeProposal } from './application/make-proposal.js';
import { ApprovalSettings, Proposals } from './application/ports.js';
import { ProposeAdjustment } from './application/propose-adjustment.js';
import { ProposeDebtSettlement } from './application/propose-debt-settlement.js';
import { ProposeGrants } from './application/propose-grants.js';
import { ProposePayoutResolution } from './application/propose-payout-resolution.js';
import { ProposeResolution } from './application/propose-resolution.js';
import { ProposeSettlement } from './application/propose-settlement.js';
import { ReturnPayment } from './application/return-payment.js';
import { ProposeSettlementEntry } from './application/propose-settlement-entry.js';
import { ProposeStatementSettlement } from './application/propose-statement-settlement.js';
import { ProposeTariff } from './application/propose-tariff.js';
import { ApprovedUserChanges, ProposeUserChange } from './application/user-changes.js';
import { ShowBalances } from './application/show-balances.js';
import { ProposedOutcomes } from './application/proposed-outcomes.js';
import { RequiredApprovals } from './application/required-approvals.js';
import { RevealToken } from './application/reveal-token.js';
import { ProposalsConsumer } from './proposals.consumer.js';
import { ProposalsEvents } from './proposals.events.js';
import { ProposalsJobs } from './proposals.jobs.js';
import { BudgetsOperations } from './budgets.operations.js';
import { DeskPayoutsOperations } from './payouts.operations.js';
import { ProposalsOperations } from './proposals.operations.js';
import { DeskPurchasesOperations } from './purchases.operations.js';
import { SuspenseOperations } from './suspense.operations.js';
import { WalletsOperations } from './wallets.operations.js';
import { ProposalsEnvironment } from './proposals.settings.js';

/** What staff see and do about money: purchases, payments in suspense and wallets of all users, and proposals to correct them. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ProposalRow, ProposalParticipantRow]),
    AbuseModule,
    AuditModule,
    PayoutsModule,
    PurchasesModule,
    DepositsModule,
    SignInModule,
    NotificationsModule,
    StaffModule,
    TariffsModule,
    SettlementsModule,
    ProvidersModule,
    LedgerModule,
    CatalogueModule,
  ],
  providers: [
    provideSettings(ProposalsEnvironment),
    BudgetsOperations,
    ProposalsOperations,
    DeskPayoutsOperations,
    DeskPurchasesOperations,
    SuspenseOperations,
    WalletsOperations,
    ProposalsConsumer,
    ProposalsEvents,
    ProposalsJobs,

    LiftBlock,
    RevealToken,
    ShowBalances,
    ExpireProposals,
    FindUser,
    FindJournals,
    ProposedOutcomes,
    RequiredApprovals,
    MakeProposal,
    ProposeGrants,
    ProposePayoutResolution,
    ProposeResolution,
    ProposeSettlement,
    ReturnPayment,
    ProposeDebtSettlement,
    ProposeAdjustment,
    ProposeStatementSettlement,
    ProposeTariff,
    ProposeUserChange,
    ApprovedUserChanges,
    ProposeSettlementEntry,
    MakeChange,
    DecideProposal,
    ContradictedPayouts,
    ContradictedPurchases,

    ProposalTimeline,
    TypeormOpenProposals,
    { provide: Proposals, useClass: TypeormProposals },
    {
      provide: ApprovalSettings,
      useFactory: ({ approvalDailyTotalKobo: dailyTotalKobo }: ProposalsEnvironment): ApprovalSettings => ({ dailyTotalKobo }),
      inject: [ProposalsEnvironment],
    },
  ],
  exports: [ApprovedUserChanges, ProposeUserChange],
})
export class ProposalsModule {}
