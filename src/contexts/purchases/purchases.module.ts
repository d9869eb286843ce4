import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PayeesModule } from '../payees/payees.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import {
  BillerProviderFigures,
  BillerRecords,
  PurchaseGauges,
  TypeormPurchaseRecords,
  TypeormPurchaseSummaries,
} from './purchase-records.store.js';
import { PurchaseProjection } from './purchases.projection.js';
import { PURCHASE_ROWS } from './purchases.rows.js';
import { TypeormBuyersOfNumber, purchaseRecord, TypeormPurchaseFigures } from './purchase-figures.store.js';
import { TypeormPurchases, TypeormVerifications } from './purchases.store.js';
import { TypeormRawAnswers } from './raw-answers.store.js';
import { AdvancePurchase, CollectReversals, RequeryNow } from './advance-purchase.js';
import { BuyAirtime, PayBill, PlacePurchase } from './place-purchase.js';
import { Buyers, Verifications, QuotePurchase, PurchaseCharges, VerifyCustomer } from './order.js';
import { CheckReferral, PayReferralBonus, TakeBackReferralBonus } from './referrals.js';
import { PurchaseFigures, PurchaseRecords, PurchaseSummaries } from './purchase-records.js';
import { Purchases, PurchaseSettings } from './purchases.js';
import { Repeats } from './repeats.js';
import { TypeormRepeats } from './repeats.store.js';
import { RawAnswers, RereadPurchases } from './raw-answers.js';
import { ResolvePurchase, SettlePurchase } from './settle-purchase.js';
import { PurchaseAnswersJobs, PurchasesJobs, PurchasesWebhooks, ReferralsJobs } from './purchases.jobs.js';
import { PurchasesConsumer } from './purchases.consumer.js';
import { ConfirmedAirtime, ConfirmedBill, PurchasesOperations } from './purchases.operations.js';
import { DevicesModule } from '../devices/devices.module.js';
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
    DevicesModule,
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
    PurchaseAnswersJobs,
    ConfirmedAirtime,
    ConfirmedBill,
    PurchasesOperations,
    PurchasesJobs,
    PurchasesConsumer,
    ReferralsJobs,
    PurchasesWebhooks,

    Buyers,
    BuyAirtime,
    PayBill,
    PlacePurchase,
    QuotePurchase,
    PurchaseCharges,
    BillerProviderFigures,
    BillerRecords,
    AdvancePurchase,
    SettlePurchase,
    RereadPurchases,
    CollectReversals,
    RequeryNow,
    ResolvePurchase,
    VerifyCustomer,
    CheckReferral,
    PayReferralBonus,
    TakeBackReferralBonus,

    { provide: Purchases, useClass: TypeormPurchases },
    { provide: PurchaseRecords, useClass: TypeormPurchaseRecords },
    { provide: RawAnswers, useClass: TypeormRawAnswers },
    purchaseRecord,
    { provide: Verifications, useClass: TypeormVerifications },
    { provide: PurchaseFigures, useExisting: TypeormPurchaseFigures },
    TypeormPurchaseFigures,
    TypeormBuyersOfNumber,
    PurchaseProjection,
    PurchaseGauges,
    { provide: PurchaseSummaries, useClass: TypeormPurchaseSummaries },
    { provide: Repeats, useClass: TypeormRepeats },
    {
      provide: PurchaseSettings,
      useFactory: ({ referralBonusKobo }: PurchasesEnvironment) => Object.assign(new PurchaseSettings(), { referralBonusKobo }),
      inject: [PurchasesEnvironment],
    },
  ],
  exports: [PurchaseSummaries, PurchaseRecords, RequeryNow, ResolvePurchase, Purchases],
})
export class PurchasesModule {}
