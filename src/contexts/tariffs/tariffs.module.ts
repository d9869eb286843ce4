import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../../kernel/clock.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { Database } from '../../platform/database/database.js';
import { Log } from '../../platform/telemetry/log.js';
import { DevicesModule } from '../devices/devices.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { TariffRow, TypeormTariffs } from './tariffs.store.js';
import { CreditLedger, FreeBeyondLimit, LimitedCreditLedger } from './beyond-limit.js';
import { OwnLimitStore, UpdateOwnLimits } from './own-limits.js';
import { ConfirmedLimits, ConfirmedSwitch, OwnLimitsOperations } from './own-limits.operations.js';
import { OwnLimitsEraser, ExportedOwnLimits, TypeormOwnLimitStore, UserLimitRow } from './own-limits.store.js';
import { LimitedLedger, PaymentLimits } from './payment-limits.js';
import { ChargedPayments, Tariffs, TariffSettings } from './tariffs.js';
import { ReportTax } from './tax.js';
import { ReviewTariffs, TariffChanges } from './tariff-changes.js';
import { TariffsJobs } from './tariffs.jobs.js';
import { TariffsOperations, TaxOperations } from './tariffs.operations.js';
import { TariffsEnvironment } from './tariffs.settings.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([TariffRow, UserLimitRow]),
    DevicesModule,
    SignInModule,
    LedgerModule,
    NotificationsModule,
    SystemLogsModule,
  ],
  providers: [
    provideSettings(TariffsEnvironment),
    TariffsOperations,
    FreeBeyondLimit,
    LimitedLedger,
    PaymentLimits,
    TariffChanges,
    TariffsJobs,
    ChargedPayments,
    ReportTax,
    ReviewTariffs,
    TaxOperations,
    OwnLimitsOperations,
    ConfirmedLimits,
    ConfirmedSwitch,
    UpdateOwnLimits,
    OwnLimitsEraser,
    ExportedOwnLimits,
    { provide: OwnLimitStore, useClass: TypeormOwnLimitStore },
    { provide: CreditLedger, useClass: LimitedCreditLedger },
    { provide: TariffSettings, useExisting: TariffsEnvironment },
    { provide: Tariffs, useFactory: makeTariffs, inject: [TariffsEnvironment, Database, RowSeals, Clock, Log] },
  ],
  exports: [CreditLedger, LimitedLedger, PaymentLimits, TariffChanges, Tariffs],
})
export class TariffsModule {}

function makeTariffs(settings: TariffsEnvironment, database: Database, seals: RowSeals, clock: Clock, log: Log): Tariffs {
  const { tariffs, hasFormerLimits } = settings;
  if (hasFormerLimits)
    log.warning('LIMITS=nigeria-tiers is called nigeria-2023 now, and the next version refuses the former name', {});
  return new TypeormTariffs(tariffs, database, seals, clock, (error) => log.problem('the tariffs could not be read', error));
}
