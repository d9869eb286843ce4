import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { DepositsModule } from '../deposits/deposits.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { LocationModule } from '../location/location.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { STATISTIC_ROWS, TypeormStatistics } from './statistics.store.js';
import { VISIT_RECORDS, VISIT_ROWS, TypeormVisitStore } from './visits.store.js';
import { TypeormStatisticSources } from './statistic-sources.store.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { SettlementsModule } from '../settlements/settlements.module.js';
import { AnalyticsConsumer, AnalyticsEvents, AnalyticsJobs } from './analytics.consumer.js';
import { AnalyticsOperations } from './analytics.operations.js';
import { CountProducts, CountPurchases, CountUsers, Customers, MarkActive, RebuildStatistics } from './counting.js';
import { Visits, VisitStore } from './visits.js';
import { Statistics, StatisticSources, ReadStatistics } from './statistics.js';
import { ShowDashboard, ShowEarnings } from './dashboard.js';
import { DashboardOperations, StatisticsOperations } from './statistics.operations.js';
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

    Visits,
    Customers,
    CountUsers,
    CountPurchases,
    CountProducts,
    MarkActive,
    ReadStatistics,
    ShowDashboard,
    ShowEarnings,
    RebuildStatistics,

    ...VISIT_RECORDS,
    { provide: VisitStore, useClass: TypeormVisitStore },
    { provide: Statistics, useClass: TypeormStatistics },
    { provide: StatisticSources, useClass: TypeormStatisticSources },
  ],
})
export class AnalyticsModule {}
