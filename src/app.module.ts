import { type DynamicModule, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { AnalyticsModule } from './contexts/analytics/analytics.module.js';
import { AuditModule } from './contexts/audit/audit.module.js';
import { BillingModule } from './contexts/billing/billing.module.js';
import { DepositsModule } from './contexts/deposits/deposits.module.js';
import { FilesModule } from './contexts/files/files.module.js';
import { UploadsModule } from './contexts/files/uploads.module.js';
import { IdentityModule } from './contexts/identity/identity.module.js';
import { LocationModule } from './contexts/location/location.module.js';
import { NotificationsModule } from './contexts/notifications/notifications.module.js';
import { StaffModule } from './contexts/staff/staff.module.js';
import { SupportModule } from './contexts/support/support.module.js';
import { SystemLogsModule } from './contexts/system-logs/system-logs.module.js';
import { TransfersModule } from './contexts/transfers/transfers.module.js';
import { WalletModule } from './contexts/wallet/wallet.module.js';
import { WebhooksModule } from './contexts/webhooks/webhooks.module.js';
import { MIGRATIONS } from './migrations/index.js';
import { HttpModule } from './platform/http/http.module.js';
import { readCatalogue, requireAllServed } from './platform/http/openapi/catalogue.js';
import { OperationRegistry } from './platform/http/operation-registry.js';
import { QueueModule } from './platform/queue/queue.module.js';
import { StorageModule } from './platform/storage/storage.module.js';
import { MailModule } from './platform/mail/mail.module.js';
import { PlatformModule, type PlatformOptions } from './platform/platform.module.js';

/** The root module. Fails to start unless the whole interface is served. */
@Module({})
export class AppModule implements OnApplicationBootstrap {
  constructor(private readonly registry: OperationRegistry) {}

  static forRoot(options: Omit<PlatformOptions, 'migrations'>): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot({ ...options, migrations: MIGRATIONS }),
        QueueModule.forRoot(options.config),
        MailModule,
        StorageModule,
        HttpModule.forRoot(options.config, [IdentityModule, WalletModule, AuditModule]),
        AnalyticsModule,
        AuditModule,
        BillingModule,
        DepositsModule,
        FilesModule,
        IdentityModule,
        LocationModule,
        NotificationsModule,
        StaffModule,
        SupportModule,
        SystemLogsModule,
        TransfersModule,
        WalletModule,
        WebhooksModule,
        ...(options.config.servesApi ? [UploadsModule] : []),
      ],
    };
  }

  onApplicationBootstrap(): void {
    requireAllServed(readCatalogue(), this.registry.all());
  }
}
