import { ImageProcess } from '../../platform/images/image-process.js';
import { Log } from '../../platform/telemetry/log.js';
import { FileStorage } from '../../kernel/storage.js';
import { TypeormBuyersOfNumber } from './adapters/typeorm/typeorm-buyers-of-number.js';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { guardedGet } from '../../platform/http-client/guarded-get.js';
import { DnsHostAddresses } from '../../platform/http-client/host-addresses.js';
import { HttpClient } from '../../platform/http-client/http-client.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { TypeormBillingEraser } from './adapters/typeorm/typeorm-billing-eraser.js';
import { PurchaseProjection } from './adapters/typeorm/purchase-projection.js';
import { TypeormUndecidedPurchases } from './adapters/typeorm/typeorm-undecided-purchases.js';
import { IdentityModule } from '../identity/identity.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ConfiguredBillerProviders } from './adapters/configured-biller-providers.js';
import { MeasuredBillerProvider } from './adapters/measured-biller-provider.js';
import { SandboxBillerProvider } from './adapters/sandbox/sandbox-biller-provider.js';
import { SandboxPurchases } from './adapters/sandbox/sandbox-purchases.js';
import { SandboxPurchaseRow } from './adapters/sandbox/sandbox-purchase.row.js';
import { SandboxTimes } from './adapters/sandbox/sandbox-times.js';
import { TrackedBackgroundWork } from './adapters/tracked-background-work.js';
import { CATALOGUE_ROWS } from './adapters/typeorm/catalogue.rows.js';
import { PURCHASE_ROWS } from './adapters/typeorm/purchase.rows.js';
import { TypeormCatalogue } from './adapters/typeorm/typeorm-catalogue.js';
import { ProviderFloatRow } from './adapters/typeorm/provider-float.row.js';
import { ProviderGauges } from './adapters/typeorm/provider-gauges.js';
import { TypeormProviderFloats } from './adapters/typeorm/typeorm-provider-floats.js';
import { TypeormOpenPurchases } from './adapters/typeorm/typeorm-open-purchases.js';
import { TypeormPurchases } from './adapters/typeorm/typeorm-purchases.js';
import { TypeormTradeFigures } from './adapters/typeorm/typeorm-trade-figures.js';
import { TypeormAssortment } from './adapters/typeorm/typeorm-assortment.js';
import { TypeormTrades } from './adapters/typeorm/typeorm-trades.js';
import { TypeormVerifications } from './adapters/typeorm/typeorm-verifications.js';
import { QuicktellerBillerProvider } from './adapters/quickteller/quickteller-biller-provider.js';
import { VtpassBillerProvider } from './adapters/vtpass/vtpass-biller-provider.js';
import { AdvancePurchase } from './application/advance-purchase.js';
import { BillerHealth } from './application/biller-health.js';
import { ChangeRoute } from './application/change-route.js';
import { Routes } from './application/ports/routes.js';
import { RoutesOperations } from './routes.operations.js';
import { TypeormRoutes } from './adapters/typeorm/typeorm-routes.js';
import { BillerRecords } from './adapters/typeorm/biller-records.js';
import { BillerProviderFigures } from './adapters/typeorm/biller-provider-figures.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { BillingSettings } from './application/billing-settings.js';
import { FloatSettings } from './application/float-settings.js';
import { Buyers } from './application/buyers.js';
import { BuyAirtime } from './application/buy-airtime.js';
import { ChooseRoute } from './application/choose-route.js';
import { CheckReversal } from './application/check-reversal.js';
import { CollectReversals } from './application/collect-reversals.js';
import { AskAgain } from './application/ask-again.js';
import { PurchaseRecords } from './application/ports/purchase-records.js';
import { TypeormUndecidedLogs } from './adapters/typeorm/typeorm-undecided-logs.js';
import { TypeormPurchaseRecords } from './adapters/typeorm/typeorm-purchase-records.js';
import { PayBill } from './application/pay-bill.js';
import { PayReferralBonus } from './application/pay-referral-bonus.js';
import { TakeBackReferralBonus } from './application/take-back-referral-bonus.js';
import { PlacePurchase } from './application/place-purchase.js';
import { QuotePurchase } from './application/quote-purchase.js';
import { Surcharges } from './application/surcharges.js';
import { BackgroundWork } from './application/ports/background-work.js';
import { BillerProviders } from './application/ports/biller-providers.js';
import { Catalogue } from './application/ports/catalogue.js';
import { ProviderFloats } from './application/ports/provider-floats.js';
import { Purchases } from './application/ports/purchases.js';
import { TradeFigures } from './application/ports/trade-figures.js';
import { Assortment } from './application/ports/assortment.js';
import { Trades } from './application/ports/trades.js';
import { Verifications } from './application/ports/verifications.js';
import { ResolvePurchase } from './application/resolve-purchase.js';
import { RequeryPurchase } from './application/requery-purchase.js';
import { SettlePurchase } from './application/settle-purchase.js';
import { SyncCatalogue } from './application/sync-catalogue.js';
import { VerifyCustomer } from './application/verify-customer.js';
import { WatchFloat } from './application/watch-float.js';
import { BillingConsumer } from './billing.consumer.js';
import { BillingReferralJobs } from './billing.referral-jobs.js';
import { BillingFloatJobs, readFloat } from './billing.float-jobs.js';
import { BillingJobs } from './billing.jobs.js';
import { CatalogueJobs } from './catalogue.jobs.js';
import { CatalogueOperations } from './catalogue.operations.js';
import { SoldByBiller } from './application/ports/biller-figures.js';
import { BillingReversalJobs } from './billing.reversal-jobs.js';
import { BillingWebhooks } from './billing.webhooks.js';
import { ExportedPurchases } from './application/exported-purchases.js';
import { PurchaseAnswersJobs } from './purchase-answers.jobs.js';
import { StoredBillerLogos } from './adapters/logos/stored-biller-logos.js';
import { BillerLogos } from './application/ports/biller-logos.js';
import { LogosJobs } from './logos.jobs.js';
import { BillingOperations } from './billing.operations.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([...CATALOGUE_ROWS, ...PURCHASE_ROWS, ProviderFloatRow, SandboxPurchaseRow]),
    AuditModule,
    IdentityModule,
    NotificationsModule,
    ProvidersModule,
    SystemLogsModule,
    TariffsModule,
    WalletModule,
    WebhooksModule,
  ],
  providers: [
    ExportedPurchases,
    PurchaseAnswersJobs,
    LogosJobs,
    {
      provide: BillerLogos,
      useFactory: (storage: FileStorage, { publicUrl }: Config, log: Log, images: ImageProcess) =>
        new StoredBillerLogos(storage, publicUrl, log, guardedGet(new DnsHostAddresses(), { allowsLoopback: false }), images),
      inject: [FileStorage, Config, Log, ImageProcess],
    },
    BillingOperations,
    CatalogueOperations,
    CatalogueJobs,
    SoldByBiller,
    RoutesOperations,
    BillingJobs,
    BillingFloatJobs,
    BillingReversalJobs,
    BillingConsumer,
    BillingReferralJobs,
    BillingWebhooks,

    Buyers,
    BuyAirtime,
    PayBill,
    PlacePurchase,
    QuotePurchase,
    Surcharges,
    BillerHealth,
    ChangeRoute,
    BillerProviderFigures,
    BillerRecords,
    ChooseRoute,
    AdvancePurchase,
    SettlePurchase,
    RequeryPurchase,
    CollectReversals,
    CheckReversal,
    AskAgain,
    ResolvePurchase,
    VerifyCustomer,
    WatchFloat,
    ProviderGauges,
    SyncCatalogue,
    PayReferralBonus,
    TakeBackReferralBonus,

    { provide: Catalogue, useClass: TypeormCatalogue },
    { provide: Routes, useClass: TypeormRoutes },
    { provide: Purchases, useClass: TypeormPurchases },
    { provide: PurchaseRecords, useClass: TypeormPurchaseRecords },
    TypeormUndecidedLogs,
    TypeormOpenPurchases,
    { provide: ProviderFloats, useClass: TypeormProviderFloats },
    { provide: Verifications, useClass: TypeormVerifications },
    { provide: TradeFigures, useExisting: TypeormTradeFigures },
    TypeormTradeFigures,
    TypeormBuyersOfNumber,
    TypeormUndecidedPurchases,
    TypeormBillingEraser,
    PurchaseProjection,
    { provide: Trades, useClass: TypeormTrades },
    { provide: Assortment, useClass: TypeormAssortment },
    { provide: BackgroundWork, useClass: TrackedBackgroundWork },
    {
      provide: BillingSettings,
      useFactory: ({ referralBonusKobo }: Config) => Object.assign(new BillingSettings(), { referralBonusKobo }),
      inject: [Config],
    },
    {
      provide: FloatSettings,
      useFactory: ({ providerFloatAlertKobo: floatAlertKobo }: Config) => Object.assign(new FloatSettings(), { floatAlertKobo }),
      inject: [Config],
    },

    SandboxTimes,
    SandboxPurchases,
    SandboxBillerProvider,
    {
      provide: BillerProviders,
      useFactory: configuredProviders,
      inject: [Config, SandboxBillerProvider, HttpClient, Clock, Metrics, JobQueue, BackgroundWork],
    },
  ],
  exports: [Trades, Assortment, SyncCatalogue, PurchaseRecords, AskAgain, ResolvePurchase, Purchases, SandboxPurchases],
})
export class BillingModule {}

/** In the order of BILLER_PROVIDERS. */
function configuredProviders(
  config: Config,
  sandbox: SandboxBillerProvider,
  http: HttpClient,
  clock: Clock,
  metrics: Metrics,
  queue: JobQueue,
  background: BackgroundWork,
): ConfiguredBillerProviders {
  const { vtpass, quickteller } = config;
  const known = [
    sandbox,
    ...(vtpass ? [new VtpassBillerProvider(http, vtpass, clock)] : []),
    ...(quickteller ? [new QuicktellerBillerProvider(http, quickteller, clock)] : []),
  ];
  const floatRefused = (name: string) => void background.keep('reading a balance', queue.add(readFloat(name)));
  return new ConfiguredBillerProviders(
    config.billerProviders,
    known.map((provider) => new MeasuredBillerProvider(provider, metrics, floatRefused)),
  );
}
