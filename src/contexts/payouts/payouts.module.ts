import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PayeesModule } from '../payees/payees.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ConfiguredApprovalToken } from './adapters/configured-approval-token.js';
import {
  PayoutGauges,
  PayoutProviderFigures,
  PayoutProviderRecords,
  payoutRecord,
  TypeormPayoutRecords,
} from './payout-records.store.js';
import { PayoutProjection } from './payouts.projection.js';
import { PAYOUT_ROWS } from './payouts.rows.js';
import { TypeormPayouts } from './payouts.store.js';
import { AdvancePayout, AskPayoutNow } from './advance-payout.js';
import { ApprovalToken, AuthorizePayout } from './authorize-payout.js';
import { PayoutRecords } from './payout-records.js';
import { ChooseProvider, PayoutTerms } from './choose-provider.js';
import { CreatePayout } from './create-payout.js';
import { PayoutSettings, Payouts } from './payouts.js';
import { ResolvePayout, SettlePayout } from './settle-payout.js';
import { TellOnItsWay } from './payout-messages.js';
import { PayoutsConsumer } from './payouts.consumer.js';
import { PayoutsJobs, PayoutsWebhooks } from './payouts.jobs.js';
import { ConfirmedPayout, PayoutsOperations } from './payouts.operations.js';
import { PayoutsEnvironment } from './payouts.settings.js';

/** Money that leaves wallets for accounts at banks. */
@Module({
  imports: [
    TypeOrmModule.forFeature(PAYOUT_ROWS),
    AttemptsModule,
    BanksModule,
    DevicesModule,
    LedgerModule,
    NotificationsModule,
    PayeesModule,
    SignInModule,
    SystemLogsModule,
    TariffsModule,
    WebhooksModule,
  ],
  providers: [
    provideSettings(PayoutsEnvironment),
    PayoutSettings,
    ConfirmedPayout,
    PayoutsOperations,
    PayoutsJobs,
    PayoutsConsumer,
    PayoutsWebhooks,

    PayoutTerms,
    ChooseProvider,
    CreatePayout,
    AdvancePayout,
    SettlePayout,
    AskPayoutNow,
    ResolvePayout,
    AuthorizePayout,
    TellOnItsWay,

    { provide: Payouts, useClass: TypeormPayouts },
    { provide: PayoutRecords, useClass: TypeormPayoutRecords },
    { provide: ApprovalToken, useClass: ConfiguredApprovalToken },
    PayoutGauges,
    PayoutProjection,
    PayoutProviderFigures,
    PayoutProviderRecords,
    payoutRecord,
  ],
  exports: [AskPayoutNow, PayoutRecords, Payouts, ResolvePayout],
})
export class PayoutsModule {}
