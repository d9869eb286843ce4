import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { RecordedAttemptTimeline, SqlAttemptHistory } from './attempts.store.js';
import { FloatGauges, CountedBackgroundWork, ProviderFloatRow, TypeormProviderFloats } from './floats.store.js';
import { AttemptTimeline, AttemptHistory, BackgroundWork } from './attempts.js';
import { ClosedAccountLog } from './settlements.js';
import { FloatSettings, ProviderAvailability, ProviderFloats, WatchFloat } from './provider-calls.js';
import { AttemptsEnvironment } from './attempts.settings.js';

/** Common parts of purchases and payouts: attempts at providers whose outcome may stay unknown. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ProviderFloatRow]),
    LedgerModule,
    NotificationsModule,
    ProvidersModule,
    SignInModule,
    SystemLogsModule,
    WebhooksModule,
  ],
  providers: [
    provideSettings(AttemptsEnvironment),
    ClosedAccountLog,
    FloatGauges,
    ProviderAvailability,
    WatchFloat,
    { provide: AttemptTimeline, useClass: RecordedAttemptTimeline },
    { provide: AttemptHistory, useClass: SqlAttemptHistory },
    { provide: ProviderFloats, useClass: TypeormProviderFloats },
    { provide: BackgroundWork, useClass: CountedBackgroundWork },
    {
      provide: FloatSettings,
      useFactory: ({ floatAlertKobo }: AttemptsEnvironment) => Object.assign(new FloatSettings(), { floatAlertKobo }),
      inject: [AttemptsEnvironment],
    },
  ],
  exports: [AttemptHistory, AttemptTimeline, BackgroundWork, ClosedAccountLog, ProviderAvailability, WatchFloat],
})
export class AttemptsModule {}
