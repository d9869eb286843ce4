import { type DynamicModule, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { AbuseModule } from './contexts/abuse/abuse.module.js';
import { AccountsModule } from './contexts/accounts/accounts.module.js';
import { AnalyticsModule } from './contexts/analytics/analytics.module.js';
import { AuditModule } from './contexts/audit/audit.module.js';
import { BanksModule } from './contexts/banks/banks.module.js';
import { BillersModule } from './contexts/billers/billers.module.js';
import { CatalogueModule, LogosModule } from './contexts/catalogue/catalogue.module.js';
import { DepositsModule } from './contexts/deposits/deposits.module.js';
import { FilesModule, UploadsModule } from './contexts/files/files.module.js';
import { DevicesModule } from './contexts/devices/devices.module.js';
import { IdentityModule } from './contexts/identity/identity.module.js';
import { LocationModule } from './contexts/location/location.module.js';
import { NotificationsModule } from './contexts/notifications/notifications.module.js';
import { PayoutsModule } from './contexts/payouts/payouts.module.js';
import { PayeesModule } from './contexts/payees/payees.module.js';
import { ProvidersModule } from './contexts/providers/providers.module.js';
import { PurchasesModule } from './contexts/purchases/purchases.module.js';
import { ReceiptsPageModule, ReceiptsModule } from './contexts/receipts/receipts.module.js';
import { ReconciliationModule } from './contexts/reconciliation/reconciliation.module.js';
import { SignInModule } from './contexts/sign-in/sign-in.module.js';
import { StaffModule } from './contexts/staff/members/members.module.js';
import { ProposalsModule } from './contexts/staff/proposals/proposals.module.js';
import { ConsolePageModule, RecordsModule } from './contexts/staff/records/records.module.js';
import { SettlementsModule } from './contexts/settlements/settlements.module.js';
import { UsersModule } from './contexts/staff/users/users.module.js';
import { SupportModule } from './contexts/support/support.module.js';
import { SystemLogsModule } from './contexts/system-logs/system-logs.module.js';
import { TariffsModule } from './contexts/tariffs/tariffs.module.js';
import { TransfersModule } from './contexts/transfers/transfers.module.js';
import { WalletModule } from './contexts/wallet/wallet.module.js';
import { WebhooksModule } from './contexts/webhooks/webhooks.module.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { SandboxModule } from './sandbox/sandbox.module.js';
import { MIGRATIONS } from './migrations/index.js';
import { HttpModule } from './platform/http/http.module.js';
import { readCatalogue, requireSameOperations } from './platform/http/openapi/catalogue.js';
import { OperationRegistry } from './platform/http/operation-registry.js';
import { ImagesModule } from './platform/images/image-process.js';
import { QueueModule } from './platform/queue/queue.module.js';
import { StorageModule } from './platform/storage/storage.module.js';
import { MailModule } from './platform/mail/mail.module.js';
import { PlatformModule, type PlatformOptions } from './platform/platform.module.js';
import { DiscoveredContributions } from './platform/registry/discovered-contributions.js';

/** The root module. Fails to start unless every registry is complete and the whole interface is served. */
@Module({})
export class AppModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly contributions: DiscoveredContributions,
    private readonly operations: OperationRegistry,
  ) {}

  static forRoot(options: Omit<PlatformOptions, 'migrations'>): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot({ ...options, migrations: MIGRATIONS }),
        QueueModule.forRoot(options.config),
        MailModule,
        StorageModule,
        ImagesModule,
        HttpModule.forRoot(options.config, [SignInModule, LedgerModule, AuditModule, AbuseModule]),
        AbuseModule,
        AccountsModule,
        AnalyticsModule,
        AuditModule,
        BanksModule,
        BillersModule,
        CatalogueModule,
        DepositsModule,
        DevicesModule,
        FilesModule,
        IdentityModule,
        LedgerModule,
        LocationModule,
        NotificationsModule,
        ProposalsModule,
        PayoutsModule,
        PayeesModule,
        ProvidersModule,
        PurchasesModule,
        ReceiptsModule,
        ReconciliationModule,
        RecordsModule,
        SignInModule,
        SettlementsModule,
        StaffModule,
        SupportModule,
        SystemLogsModule,
        TariffsModule,
        TransfersModule,
        UsersModule,
        WalletModule,
        WebhooksModule,
        ...(options.config.servesApi ? [ConsolePageModule, LogosModule, ReceiptsPageModule, UploadsModule] : []),
        ...(options.config.isSandbox ? [SandboxModule.forRoot(options.config)] : []),
      ],
    };
  }

  /** Before anything works. */
  onModuleInit(): void {
    this.contributions.requireComplete();
  }

  onApplicationBootstrap(): void {
    requireSameOperations(readCatalogue(), this.operations.all());
  }
}
