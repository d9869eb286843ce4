import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { DepositsModule } from '../deposits/deposits.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { LocationModule } from '../location/location.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { STATISTIC_ROWS, VISIT_ROWS } from './adapters/typeorm/analytics.rows.js';
import { TypeormAdViews } from './adapters/typeorm/typeorm-ad-views.js';
import { TypeormCountedRecords } from './adapters/typeorm/typeorm-counted-records.js';
import { TypeormStatisticSources } from './adapters/typeorm/typeorm-statistic-sources.js';
import { TypeormStatistics } from './adapters/typeorm/typeorm-statistics.js';
import { TypeormVisits } from './adapters/typeorm/typeorm-visits.js';
import { TypeormVisitsEraser } from './adapters/typeorm/typeorm-visits-eraser.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { SettlementsModule } from '../settlements/settlements.module.js';
import { AnalyticsConsumer } from './analytics.consumer.js';
import { AnalyticsEvents } from './analytics.events.js';
import { AnalyticsJobs } from './analytics.jobs.js';
import { AnalyticsOperations } from './analytics.operations.js';
import { CountProducts } from './application/count-products.js';
import { CountPurchases } from './application/count-purchases.js';
import { CountUsers } from './application/count-users.js';
import { MarkActive } from './application/mark-active.js';
import { AdViews, CountedRecords, Statistics, StatisticSources, Visits } from './application/ports.js';
import { ReadStatistics } from './application/read-statistics.js';
import { RebuildStatistics } from './application/rebuild-statistics.js';
import { RecordAdView } from './application/record-ad-view.js';
import { RecordVisit } from './application/record-visit.js';
import { ShowDashboard } from './application/show-dashboard.js';
import { ShowEarnings } from './application/show-earnings.js';
import { DashboardOperations } from './dashboard.operations.js';
import { StatisticsOperations } from './statistics.operations.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { AnalyticsEnvironment } from './analytics.settings.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([...VISIT_ROWS, ...STATISTIC_ROWS]),
    PurchasesModule,
    DepositsModule,
    SignInModule,
    LocationModule,
    ProvidersModule,
    CatalogueModule,
    LedgerModule,
    SettlementsModule,
  ],
  providers: [
    provideSettings(AnalyticsEnvironment),
    AnalyticsOperations,
    StatisticsOperations,
    DashboardOperations,
    AnalyticsConsumer,
    AnalyticsEvents,
    AnalyticsJobs,

    RecordAdView,
    RecordVisit,
    CountUsers,
    CountPurchases,
    CountProducts,
    MarkActive,
    ReadStatistics,
    ShowDashboard,
    ShowEarnings,
    RebuildStatistics,

    TypeormVisitsEraser,
    { provide: AdViews, useClass: TypeormAdViews },
    { provide: Visits, useClass: TypeormVisits },
    { provide: Statistics, useClass: TypeormStatistics },
    { provide: CountedRecords, useClass: TypeormCountedRecords },
    { provide: StatisticSources, useClass: TypeormStatisticSources },
  ],
})
export class AnalyticsModule {}
