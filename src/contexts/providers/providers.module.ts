import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { ProviderSwitchRow } from './adapters/typeorm/provider-switch.row.js';
import { TypeormProviderSwitches } from './adapters/typeorm/typeorm-provider-switches.js';
import { ProviderFigureSources } from './application/provider-figure-sources.js';
import { ProviderRecordSources } from './application/provider-records.js';
import { ProviderSwitches } from './application/ports.js';
import { ShowProviders } from './application/show-providers.js';
import { SwitchProvider } from './application/switch-provider.js';
import { ProvidersOperations } from './providers.operations.js';

@Module({
  imports: [TypeOrmModule.forFeature([ProviderSwitchRow]), AuditModule],
  providers: [
    ProvidersOperations,
    ShowProviders,
    SwitchProvider,
    ProviderFigureSources,
    ProviderRecordSources,
    { provide: ProviderSwitches, useClass: TypeormProviderSwitches },
  ],
  exports: [ProviderRecordSources, ProviderSwitches, ShowProviders],
})
export class ProvidersModule {}
