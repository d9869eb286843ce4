import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PayeesModule } from '../payees/payees.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ConfiguredApprovalToken } from './adapters/configured-approval-token.js';
import { PayoutGauges } from './adapters/typeorm/payout-gauges.js';
import { PayoutProjection } from './adapters/typeorm/payout-projection.js';
import { PayoutProviderFigures } from './adapters/typeorm/payout-provider-figures.js';
import { PayoutProviderRecords } from './adapters/typeorm/payout-records.js';
import { PayoutTimeline } from './adapters/typeorm/payout-timeline.js';
import { PAYOUT_ROWS } from './adapters/typeorm/payout.rows.js';
import { TypeormOpenPayouts } from './adapters/typeorm/typeorm-open-payouts.js';
import { TypeormPayoutRecords } from './adapters/typeorm/typeorm-payout-records.js';
import { TypeormPayouts } from './adapters/typeorm/typeorm-payouts.js';
import { TypeormPayoutsEraser } from './adapters/typeorm/typeorm-payouts-eraser.js';
import { TypeormUndecidedPayoutLogs } from './adapters/typeorm/typeorm-undecided-payout-logs.js';
import { TypeormUndecidedPayouts } from './adapters/typeorm/typeorm-undecided-payouts.js';
import { AdvancePayout } from './application/advance-payout.js';
import { ApprovalToken } from './application/approval-token.js';
import { AskPayoutNow } from './application/ask-payout-now.js';
import { AuthorizePayout } from './application/authorize-payout.js';
import { BookLaterFee } from './application/book-later-fee.js';
import { ChargedPayouts } from './application/charged-payouts.js';
import { CheckReturn } from './application/check-return.js';
import { ChooseProvider } from './application/choose-provider.js';
import { CreatePayout } from './application/create-payout.js';
import { ExportedPayouts } from './application/exported-payouts.js';
import { FindDestination } from './application/find-destination.js';
import { PayoutSettings } from './application/payout-settings.js';
import { PayoutTerms } from './application/payout-terms.js';
import { PayoutRecords, Payouts } from './application/ports.js';
import { QuotePayout } from './application/quote-payout.js';
import { RequeryPayout } from './application/requery-payout.js';
import { ResolvePayout } from './application/resolve-payout.js';
import { SettlePayout } from './application/settle-payout.js';
import { TellOnItsWay } from './application/tell-on-its-way.js';
import { PayoutsConsumer } from './payouts.consumer.js';
import { PayoutsJobs } from './payouts.jobs.js';
import { PayoutsOperations } from './payouts.operations.js';
import { PayoutsEnvironment } from './payouts.settings.js';
import { PayoutsWebhooks } from './payouts.webhooks.js';

/** Money that leaves wallets for accounts at banks. */
@Module({
  imports: [
    TypeOrmModule.forFeature(PAYOUT_ROWS),
    AttemptsModule,
    BanksModule,
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
    PayoutsOperations,
    PayoutsJobs,
    PayoutsConsumer,
    PayoutsWebhooks,

    FindDestination,
    PayoutTerms,
    QuotePayout,
    ChooseProvider,
    CreatePayout,
    AdvancePayout,
    SettlePayout,
    BookLaterFee,
    RequeryPayout,
    AskPayoutNow,
    CheckReturn,
    ResolvePayout,
    AuthorizePayout,
    TellOnItsWay,
    ChargedPayouts,
    ExportedPayouts,

    { provide: Payouts, useClass: TypeormPayouts },
    { provide: PayoutRecords, useClass: TypeormPayoutRecords },
    { provide: ApprovalToken, useClass: ConfiguredApprovalToken },
    PayoutGauges,
    PayoutProjection,
    PayoutProviderFigures,
    PayoutProviderRecords,
    PayoutTimeline,
    TypeormOpenPayouts,
    TypeormPayoutsEraser,
    TypeormUndecidedPayoutLogs,
    TypeormUndecidedPayouts,
  ],
  exports: [AskPayoutNow, PayoutRecords, Payouts, ResolvePayout],
})
export class PayoutsModule {}
