import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { HttpClient } from '../../platform/http-client/http-client.js';
import { configuredProviders } from '../../platform/providers/configured-providers.js';
import { withoutSlash } from '../../platform/providers/without-slash.js';
import { measuredProvider } from '../../platform/providers/measured-provider.js';
import { Conditions } from '../../platform/telemetry/conditions.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { AbuseModule } from '../abuse/abuse.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { FilesModule } from '../files/files.module.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { StaffModule } from '../staff/members/members.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AskIdentity } from './ask-identity.js';
import { IdentityJobs, IdentityWebhookHandlers } from './identity.jobs.js';
import { type IdentityProvider, IdentityProviders } from './identity-provider.js';
import { IdentityEnvironment } from './identity.settings.js';
import { Revalidation } from './revalidation.js';
import { NameChanges, Reviews } from './reviews.js';
import { NoSanctionLists, SanctionLists, Screening } from './screening.js';
import { WatchmanLists } from './adapters/watchman/watchman-lists.js';
import { TellUser } from './tell-user.js';
import { ExportedVerifications, OpenVerifications, VerificationsEraser } from './verification-records.store.js';
import { VerificationStore } from './verification.js';
import { Verifications } from './verifications.js';
import { VerificationsOperations } from './verifications.operations.js';
import { TypeormVerificationStore, VerificationRow } from './verifications.store.js';

/** Who customers are. */
@Module({
  imports: [
    TypeOrmModule.forFeature([VerificationRow]),
    AbuseModule,
    AccountsModule,
    AuditModule,
    FilesModule,
    LedgerModule,
    NotificationsModule,
    SignInModule,
    StaffModule,
    SystemLogsModule,
    TariffsModule,
    WebhooksModule,
  ],
  providers: [
    provideSettings(IdentityEnvironment),
    VerificationsOperations,
    IdentityJobs,
    IdentityWebhookHandlers,

    AskIdentity,
    NameChanges,
    Revalidation,
    Screening,
    Reviews,
    TellUser,
    Verifications,

    { provide: VerificationStore, useClass: TypeormVerificationStore },
    { provide: SanctionLists, useFactory: sanctionLists, inject: [IdentityEnvironment, HttpClient, Conditions, Metrics] },
    ExportedVerifications,
    OpenVerifications,
    VerificationsEraser,
    { provide: IdentityProviders, useFactory: measuredProviders, inject: [Config, HttpClient, Clock, Metrics] },
  ],
})
export class IdentityModule {}

function sanctionLists(settings: IdentityEnvironment, http: HttpClient, conditions: Conditions, metrics: Metrics): SanctionLists {
  const { SCREENING_URL: url, SCREENING_MIN_MATCH: leastMatch } = settings;
  metrics.gauge('harmattan_screening_on', '1 where verified users are compared with lists of sanctions', () => (url ? 1 : 0));
  if (url) return new WatchmanLists(withoutSlash(url), leastMatch, http);
  conditions.set('screening', 'off');
  return new NoSanctionLists();
}

async function measuredProviders(config: Config, http: HttpClient, clock: Clock, metrics: Metrics): Promise<IdentityProviders> {
  const folder = join(import.meta.dirname, 'adapters');
  const named = await configuredProviders<IdentityProvider>(folder, 'identity', config, { http, clock }, []);
  return new IdentityProviders(
    named.map((provider) => measuredProvider(provider, metrics, { check: ['check', ({ outcome }) => outcome] })),
  );
}
