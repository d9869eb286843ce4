import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { ConsoleModule } from '../console/console.module.js';
import { StaffRecordSources } from '../console/index.js';
import { DepositsModule } from '../deposits/deposits.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { UnsettledMoney } from '../system-logs/index.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { JournalConsumers } from '../wallet/index.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { ProposalRow } from './adapters/typeorm/proposal.row.js';
import { TypeormOpenProposals } from './adapters/typeorm/typeorm-open-proposals.js';
import { TypeormProposals } from './adapters/typeorm/typeorm-proposals.js';
import { AdjustmentApprovals } from './application/adjustment-approvals.js';
import { ContradictedPurchases } from './application/contradicted-purchases.js';
import { DecideProposal } from './application/decide-proposal.js';
import { ExpireProposals } from './application/expire-proposals.js';
import { FindUser } from './application/find-user.js';
import { MakeChange } from './application/make-change.js';
import { MakeProposal } from './application/make-proposal.js';
import { Proposals } from './application/ports/proposals.js';
import { ProposeAdjustment } from './application/propose-adjustment.js';
import { ProposeDebtSettlement } from './application/propose-debt-settlement.js';
import { ProposeResolution } from './application/propose-resolution.js';
import { ProposeSettlement } from './application/propose-settlement.js';
import { ProposeTariff } from './application/propose-tariff.js';
import { ShowBalances } from './application/show-balances.js';
import { RevealToken } from './application/reveal-token.js';
import { BackOfficeConsumer } from './back-office.consumer.js';
import { BackOfficeJobs } from './back-office.jobs.js';
import { ProposalsOperations } from './proposals.operations.js';
import { PurchasesOperations } from './purchases.operations.js';
import { SuspenseOperations } from './suspense.operations.js';
import { WalletsOperations } from './wallets.operations.js';

/** What staff see and do about money: purchases, payments in suspense and wallets of all users, and proposals to correct them. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ProposalRow]),
    AuditModule,
    BillingModule,
    ConsoleModule,
    DepositsModule,
    IdentityModule,
    NotificationsModule,
    StaffModule,
    TariffsModule,
    SystemLogsModule,
    WalletModule,
  ],
  providers: [
    ProposalsOperations,
    PurchasesOperations,
    SuspenseOperations,
    WalletsOperations,
    BackOfficeConsumer,
    BackOfficeJobs,

    RevealToken,
    ShowBalances,
    ExpireProposals,
    FindUser,
    AdjustmentApprovals,
    MakeProposal,
    ProposeResolution,
    ProposeSettlement,
    ProposeDebtSettlement,
    ProposeAdjustment,
    ProposeTariff,
    MakeChange,
    DecideProposal,
    ContradictedPurchases,

    TypeormOpenProposals,
    { provide: Proposals, useClass: TypeormProposals },
  ],
})
export class BackOfficeModule implements OnModuleInit {
  constructor(
    private readonly journals: JournalConsumers,
    private readonly consumer: BackOfficeConsumer,
    private readonly unsettledMoney: UnsettledMoney,
    private readonly contradictedPurchases: ContradictedPurchases,
    private readonly staffRecords: StaffRecordSources,
    private readonly openProposals: TypeormOpenProposals,
  ) {}

  onModuleInit(): void {
    this.journals.register(this.consumer);
    this.unsettledMoney.register(this.contradictedPurchases);
    this.staffRecords.register(this.openProposals);
  }
}
