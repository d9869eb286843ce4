import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { ProviderSwitchRow, TypeormProviderSwitches } from './providers.store.js';
import { ProviderFigureSources, ProviderSwitches, Providers, ProviderRecordSources } from './providers.js';
import { ProvidersOperations } from './providers.operations.js';

@Module({
  imports: [TypeOrmModule.forFeature([ProviderSwitchRow]), AuditModule],
  providers: [
    ProvidersOperations,
    Providers,
    ProviderFigureSources,
    ProviderRecordSources,
    { provide: ProviderSwitches, useClass: TypeormProviderSwitches },
  ],
  exports: [ProviderRecordSources, ProviderSwitches, Providers],
})
export class ProvidersModule {}
