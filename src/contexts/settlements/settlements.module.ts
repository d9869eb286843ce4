import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { DerivedLeafSalts, SafeguardingBlockRow, TypeormSafeguardingTrees } from './safeguarding.store.js';
import { SettlementProjection, SettlementRow, TypeormSettlements } from './settlements.store.js';
import { BankStatementFiles } from './adapters/statements/bank-statement-files.js';
import {
  BankStatementLineRow,
  BankStatementRow,
  StatedBalanceRow,
  TypeormBankStatements,
  TypeormStatedBalances,
} from './statements.store.js';
import {
  ListWallets,
  ShowSafeguarding,
  ProveBalance,
  HiddenDebts,
  LeafSalts,
  SafeguardingTrees,
  ValuedBalances,
  WatchSafeguarding,
} from './safeguarding.js';
import { StatedBalances, ImportStatement, BankAccounts, BankStatements, StatementFiles } from './statements.js';
import { Settlements, ShowSettlements, SettlementChanges } from './settlements.js';
import { SettleStatement, ShowStatement } from './settle-statements.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { SettlementsJobs } from './settlements.jobs.js';
import { SettlementsOperations } from './settlements.operations.js';
import { SettlementsEnvironment } from './settlements.settings.js';

/** The operator's own money: between providers, banks and the state. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SettlementRow, BankStatementRow, BankStatementLineRow, StatedBalanceRow, SafeguardingBlockRow]),
    ProvidersModule,
    LedgerModule,
    SystemLogsModule,
  ],
  providers: [
    provideSettings(SettlementsEnvironment),
    SettlementsOperations,
    SettlementChanges,
    SettlementProjection,
    HiddenDebts,
    ListWallets,
    ProveBalance,
    ShowSafeguarding,
    WatchSafeguarding,
    SettlementsJobs,
    ShowSettlements,
    ShowStatement,
    ImportStatement,
    SettleStatement,
    ValuedBalances,
    { provide: LeafSalts, useClass: DerivedLeafSalts },
    { provide: Settlements, useClass: TypeormSettlements },
    { provide: BankStatements, useClass: TypeormBankStatements },
    { provide: SafeguardingTrees, useClass: TypeormSafeguardingTrees },
    { provide: StatedBalances, useClass: TypeormStatedBalances },
    { provide: StatementFiles, useClass: BankStatementFiles },
    {
      provide: BankAccounts,
      useFactory: ({ bankAccounts: numbers }: SettlementsEnvironment): BankAccounts => ({ names: [...numbers.keys()], numbers }),
      inject: [SettlementsEnvironment],
    },
  ],
  exports: [
    BankAccounts,
    BankStatements,
    ImportStatement,
    ListWallets,
    ProveBalance,
    SafeguardingTrees,
    SettlementChanges,
    SettleStatement,
    Settlements,
    StatedBalances,
    StatementFiles,
    ValuedBalances,
  ],
})
export class SettlementsModule {}
