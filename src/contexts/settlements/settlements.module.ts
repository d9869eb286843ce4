import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { DerivedLeafSalts } from './adapters/derived-leaf-salts.js';
import { SettlementProjection } from './adapters/typeorm/settlement-projection.js';
import { SettlementRow } from './adapters/typeorm/settlement.row.js';
import { TypeormSettlements } from './adapters/typeorm/typeorm-settlements.js';
import { ListWallets } from './application/list-wallets.js';
import { ShowSafeguarding } from './application/show-safeguarding.js';
import { BankAccounts, LeafSalts, Settlements } from './application/ports.js';
import { SettlementChanges } from './application/settlement-changes.js';
import { SettlementsOperations } from './settlements.operations.js';
import { SettlementsEnvironment } from './settlements.settings.js';

/** The operator's own money: between providers, banks and the state. */
@Module({
  imports: [TypeOrmModule.forFeature([SettlementRow]), ProvidersModule, LedgerModule],
  providers: [
    provideSettings(SettlementsEnvironment),
    SettlementsOperations,
    SettlementChanges,
    SettlementProjection,
    ListWallets,
    ShowSafeguarding,
    { provide: LeafSalts, useClass: DerivedLeafSalts },
    { provide: Settlements, useClass: TypeormSettlements },
    {
      provide: BankAccounts,
      useFactory: ({ bankAccounts: names }: SettlementsEnvironment): BankAccounts => ({ names }),
      inject: [SettlementsEnvironment],
    },
  ],
  exports: [BankAccounts, ListWallets, SettlementChanges, Settlements],
})
export class SettlementsModule {}
