import { Module, Controller, Get, Param, Res } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FileStorage } from '../../kernel/storage.js';
import { HttpEnvironment } from '../../platform/http/http.settings.js';
import { guardedGet } from '../../platform/http-client/guarded-agent.js';
import { DnsHostAddresses } from '../../platform/http-client/host-addresses.js';
import { ImageProcess } from '../../platform/images/image-process.js';
import { Log } from '../../platform/telemetry/log.js';
import { AuditModule } from '../audit/audit.module.js';
import { StoredBillerLogos, logoKey, TypeormCatalogueEntries, TypeormCatalogue } from './catalogue.store.js';
import { CATALOGUE_ROWS } from './catalogue.rows.js';
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
import type { FastifyReply } from 'fastify';

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

const NAME = /^([0-9a-f]{32})\.webp$/;
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'public, max-age=604800',
};

@Controller('logos')
export class LogosController {
  constructor(private readonly storage: FileStorage) {}

  @Get(':name')
  async show(@Param('name') given: string, @Res() reply: FastifyReply): Promise<void> {
    const name = NAME.exec(given)?.[1];
    const content = name === undefined ? undefined : await this.storage.open(logoKey(name));
    if (!content) return void reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    void reply.headers(HEADERS).type('image/webp').send(content);
  }
}

@Module({ controllers: [LogosController] })
export class LogosModule {}
