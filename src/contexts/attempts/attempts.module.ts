import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { RecordedAttemptTimeline } from './adapters/recorded-attempt-timeline.js';
import { TrackedBackgroundWork } from './adapters/tracked-background-work.js';
import { ProviderFloatRow } from './adapters/typeorm/provider-float.row.js';
import { TypeormProviderFloats } from './adapters/typeorm/typeorm-provider-floats.js';
import { SqlAttemptHistory } from './adapters/typeorm/sql-attempt-history.js';
import { AttemptTimeline } from './application/attempt-timeline.js';
import { AttemptHistory } from './application/attempt-history.js';
import { BackgroundWork } from './application/background-work.js';
import { ClosedAccountLog } from './application/closed-account-log.js';
import { FloatSettings } from './application/float-settings.js';
import { ProviderAvailability } from './application/provider-availability.js';
import { ProviderFloats } from './application/provider-floats.js';
import { WatchFloat } from './application/watch-float.js';
import { AttemptsEnvironment } from './attempts.settings.js';

/** What purchases and payouts have in common: attempts at providers whose outcome may stay unknown. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ProviderFloatRow]),
    LedgerModule,
    ProvidersModule,
    SignInModule,
    SystemLogsModule,
    WebhooksModule,
  ],
  providers: [
    provideSettings(AttemptsEnvironment),
    ClosedAccountLog,
    ProviderAvailability,
    WatchFloat,
    { provide: AttemptTimeline, useClass: RecordedAttemptTimeline },
    { provide: AttemptHistory, useClass: SqlAttemptHistory },
    { provide: ProviderFloats, useClass: TypeormProviderFloats },
    { provide: BackgroundWork, useClass: TrackedBackgroundWork },
    {
      provide: FloatSettings,
      useFactory: ({ floatAlertKobo }: AttemptsEnvironment) => Object.assign(new FloatSettings(), { floatAlertKobo }),
      inject: [AttemptsEnvironment],
    },
  ],
  exports: [AttemptHistory, AttemptTimeline, BackgroundWork, ClosedAccountLog, ProviderAvailability, WatchFloat],
})
export class AttemptsModule {}
