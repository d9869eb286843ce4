import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { Payees } from '../payees/index.js';
import { PayeesModule } from '../payees/payees.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { BillerProviderFigures } from './adapters/typeorm/biller-provider-figures.js';
import { BillerRecords } from './adapters/typeorm/biller-records.js';
import { PurchaseProjection } from './adapters/typeorm/purchase-projection.js';
import { PURCHASE_ROWS } from './adapters/typeorm/purchase.rows.js';
import { TypeormChargedPurchases } from './adapters/typeorm/typeorm-charged-purchases.js';
import { TypeormBuyersOfNumber } from './adapters/typeorm/typeorm-buyers-of-number.js';
import { TypeormOpenPurchases } from './adapters/typeorm/typeorm-open-purchases.js';
import { TypeormPurchaseRecords } from './adapters/typeorm/typeorm-purchase-records.js';
import { TypeormPurchasesEraser } from './adapters/typeorm/typeorm-purchases-eraser.js';
import { TypeormPurchases } from './adapters/typeorm/typeorm-purchases.js';
import { TypeormPurchaseFigures } from './adapters/typeorm/typeorm-purchase-figures.js';
import { TypeormPurchaseSummaries } from './adapters/typeorm/typeorm-purchase-summaries.js';
import { TypeormRawAnswers } from './adapters/typeorm/typeorm-raw-answers.js';
import { PurchaseTimeline } from './adapters/typeorm/purchase-timeline.js';
import { TypeormUndecidedLogs } from './adapters/typeorm/typeorm-undecided-logs.js';
import { TypeormUndecidedPurchases } from './adapters/typeorm/typeorm-undecided-purchases.js';
import { TypeormVerifications } from './adapters/typeorm/typeorm-verifications.js';
import { AdvancePurchase } from './application/advance-purchase.js';
import { RequeryNow } from './application/requery-now.js';
import { BuyAirtime } from './application/buy-airtime.js';
import { Buyers } from './application/buyers.js';
import { CheckReferral, SharedPaidAccounts } from './application/check-referral.js';
import { CheckReversal } from './application/check-reversal.js';
import { CollectReversals } from './application/collect-reversals.js';
import { ExportedPurchases } from './application/exported-purchases.js';
import { PayBill } from './application/pay-bill.js';
import { PayReferralBonus } from './application/pay-referral-bonus.js';
import { PlacePurchase } from './application/place-purchase.js';
import {
  PurchaseFigures,
  PurchaseRecords,
  Purchases,
  PurchaseSummaries,
  RawAnswers,
  Verifications,
} from './application/ports.js';
import { PurchaseSettings } from './application/purchase-settings.js';
import { QuotePurchase } from './application/quote-purchase.js';
import { RereadPurchases } from './application/reread-purchases.js';
import { RequeryPurchase } from './application/requery-purchase.js';
import { ResolvePurchase } from './application/resolve-purchase.js';
import { SettlePurchase } from './application/settle-purchase.js';
import { PurchaseCharges } from './application/purchase-charges.js';
import { TakeBackReferralBonus } from './application/take-back-referral-bonus.js';
import { VerifyCustomer } from './application/verify-customer.js';
import { PurchaseAnswersJobs } from './purchase-answers.jobs.js';
import { PurchasesConsumer } from './purchases.consumer.js';
import { PurchasesJobs } from './purchases.jobs.js';
import { PurchasesOperations } from './purchases.operations.js';
import { PurchasesWebhooks } from './purchases.webhooks.js';
import { ReferralsJobs } from './referrals.jobs.js';
import { ReversalsJobs } from './reversals.jobs.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { BillersModule } from '../billers/billers.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { PurchasesEnvironment } from './purchases.settings.js';

@Module({
  imports: [
    TypeOrmModule.forFeature(PURCHASE_ROWS),
    AccountsModule,
    AttemptsModule,
    BillersModule,
    CatalogueModule,
    LedgerModule,
    SignInModule,
    NotificationsModule,
    PayeesModule,
    SystemLogsModule,
    TariffsModule,
    WebhooksModule,
  ],
  providers: [
    provideSettings(PurchasesEnvironment),
    ExportedPurchases,
    PurchaseAnswersJobs,
    PurchasesOperations,
    PurchasesJobs,
    ReversalsJobs,
    PurchasesConsumer,
    ReferralsJobs,
    PurchasesWebhooks,

    Buyers,
    BuyAirtime,
    PayBill,
    PlacePurchase,
    QuotePurchase,
    PurchaseCharges,
    TypeormChargedPurchases,
    BillerProviderFigures,
    BillerRecords,
    AdvancePurchase,
    SettlePurchase,
    RequeryPurchase,
    RereadPurchases,
    CollectReversals,
    CheckReversal,
    RequeryNow,
    ResolvePurchase,
    VerifyCustomer,
    CheckReferral,
    { provide: SharedPaidAccounts, useExisting: Payees },
    PayReferralBonus,
    TakeBackReferralBonus,

    { provide: Purchases, useClass: TypeormPurchases },
    { provide: PurchaseRecords, useClass: TypeormPurchaseRecords },
    { provide: RawAnswers, useClass: TypeormRawAnswers },
    TypeormUndecidedLogs,
    TypeormOpenPurchases,
    { provide: Verifications, useClass: TypeormVerifications },
    { provide: PurchaseFigures, useExisting: TypeormPurchaseFigures },
    TypeormPurchaseFigures,
    TypeormBuyersOfNumber,
    TypeormUndecidedPurchases,
    TypeormPurchasesEraser,
    PurchaseProjection,
    PurchaseTimeline,
    { provide: PurchaseSummaries, useClass: TypeormPurchaseSummaries },
    {
      provide: PurchaseSettings,
      useFactory: ({ referralBonusKobo }: PurchasesEnvironment) => Object.assign(new PurchaseSettings(), { referralBonusKobo }),
      inject: [PurchasesEnvironment],
    },
  ],
  exports: [PurchaseSummaries, PurchaseRecords, RequeryNow, ResolvePurchase, Purchases],
})
export class PurchasesModule {}
