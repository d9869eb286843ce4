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
import { SupportModule } from '../../support/support.module.js';
import { CatalogueModule } from '../../catalogue/catalogue.module.js';
import { LiftBlock } from './budgets.js';
import { ContradictedPayouts, ContradictedPurchases } from './contradictions.js';
import { DecideProposal, ProposalEffects, Proposals, RequiredApprovals } from './proposals.js';
import { PayoutProposal } from './payouts.kind.js';
import { ProposalKinds } from './proposal-kind.js';
import { OpenProposals, ProposalTimeline } from './proposal-records.store.js';
import { ApprovalSettings, ProposalStore } from './proposal.js';
import { ProposalParticipantRow, ProposalRow, TypeormProposalStore } from './proposals.store.js';
import { PurchaseProposal } from './purchases.kind.js';
import { RevealToken } from './reveal-token.js';
import { SettlementProposal, StatementSettlement } from './settlements.kind.js';
import { StaffGrants } from './staff-grants.kind.js';
import { DebtSettlement, SuspenseAssignment, SuspenseReturn } from './suspense.kind.js';
import { TariffProposal } from './tariffs.kind.js';
import { UserChanges } from './user-changes.js';
import { WalletAdjustment } from './wallets.kind.js';
import { ShowBalances } from './wallets.js';
import { ProposalsConsumer } from './proposals.consumer.js';
import { ProposalsJobs } from './proposals.jobs.js';
import { BudgetsOperations } from './budgets.operations.js';
import { DeskPayoutsOperations } from './payouts.operations.js';
import { ProposalsOperations } from './proposals.operations.js';
import { DeskPurchasesOperations } from './purchases.operations.js';
import { SuspenseOperations } from './suspense.operations.js';
import { WalletsOperations } from './wallets.operations.js';
import { ProposalsEnvironment } from './proposals.settings.js';

/** Operations of staff about money: purchases, payments in suspense and wallets of all users, and proposals to correct them. */
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
    SupportModule,
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
    ProposalsJobs,

    PurchaseProposal,
    PayoutProposal,
    SuspenseAssignment,
    SuspenseReturn,
    DebtSettlement,
    WalletAdjustment,
    StaffGrants,
    UserChanges,
    TariffProposal,
    SettlementProposal,
    StatementSettlement,

    ProposalKinds,
    Proposals,
    ProposalEffects,
    RequiredApprovals,
    DecideProposal,
    ContradictedPayouts,
    ContradictedPurchases,
    LiftBlock,
    RevealToken,
    ShowBalances,

    OpenProposals,
    ProposalTimeline,
    { provide: ProposalStore, useClass: TypeormProposalStore },
    {
      provide: ApprovalSettings,
      useFactory: ({ approvalDailyTotalKobo: dailyTotalKobo }: ProposalsEnvironment): ApprovalSettings => ({ dailyTotalKobo }),
      inject: [ProposalsEnvironment],
    },
  ],
  exports: [UserChanges],
})
export class ProposalsModule {}
