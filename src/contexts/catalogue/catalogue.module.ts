import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FileStorage } from '../../kernel/storage.js';
import { HttpEnvironment } from '../../platform/http/http.settings.js';
import { guardedGet } from '../../platform/http-client/guarded-get.js';
import { DnsHostAddresses } from '../../platform/http-client/host-addresses.js';
import { ImageProcess } from '../../platform/images/image-process.js';
import { Log } from '../../platform/telemetry/log.js';
import { AuditModule } from '../audit/audit.module.js';
import { StoredBillerLogos } from './logos.store.js';
import { CATALOGUE_ROWS } from './catalogue.rows.js';
import { TypeormCatalogueEntries, TypeormCatalogue } from './catalogue.store.js';
import { TypeormRoutes } from './routes.store.js';
import { ChangeRoute, ChooseRoute, Routes } from './routes.js';
import {
  FoundBillers,
  FoundItems,
  BillerLogos,
  Catalogue,
  CatalogueEntries,
  SoldByBiller,
  Surcharges,
  SyncCatalogue,
} from './catalogue.js';
import { CatalogueJobs, LogosJobs } from './catalogue.jobs.js';
import { CatalogueOperations } from './catalogue.operations.js';
import { RoutesOperations } from './routes.operations.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { BillersModule } from '../billers/billers.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';

/** The catalogue: categories, billers and items, and the provider that delivers each. */
@Module({
  imports: [TypeOrmModule.forFeature(CATALOGUE_ROWS), AttemptsModule, AuditModule, BillersModule, TariffsModule],
  providers: [
    CatalogueOperations,
    CatalogueJobs,
    RoutesOperations,
    LogosJobs,
    ChangeRoute,
    FoundBillers,
    FoundItems,
    ChooseRoute,
    SoldByBiller,
    Surcharges,
    SyncCatalogue,
    {
      provide: BillerLogos,
      useFactory: (storage: FileStorage, { publicUrl }: HttpEnvironment, log: Log, images: ImageProcess) =>
        new StoredBillerLogos(storage, publicUrl, log, guardedGet(new DnsHostAddresses(), { allowsLoopback: false }), images),
      inject: [FileStorage, HttpEnvironment, Log, ImageProcess],
    },
    { provide: CatalogueEntries, useClass: TypeormCatalogueEntries },
    { provide: Catalogue, useClass: TypeormCatalogue },
    { provide: Routes, useClass: TypeormRoutes },
  ],
  exports: [CatalogueEntries, BillerLogos, Catalogue, ChooseRoute, Routes, Surcharges, SyncCatalogue],
})
export class CatalogueModule {}
