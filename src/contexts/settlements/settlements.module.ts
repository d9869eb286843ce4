import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { DerivedLeafSalts } from './adapters/derived-leaf-salts.js';
import { SettlementProjection } from './adapters/typeorm/settlement-projection.js';
import { SafeguardingBlockRow } from './adapters/typeorm/safeguarding-block.row.js';
import { TypeormSafeguardingTrees } from './adapters/typeorm/typeorm-safeguarding-trees.js';
import { SettlementRow } from './adapters/typeorm/settlement.row.js';
import { BankStatementFiles } from './adapters/statements/bank-statement-files.js';
import { BankStatementLineRow, BankStatementRow, StatedBalanceRow } from './adapters/typeorm/statement.rows.js';
import { TypeormBankStatements } from './adapters/typeorm/typeorm-bank-statements.js';
import { TypeormStatedBalances } from './adapters/typeorm/typeorm-stated-balances.js';
import { TypeormSettlements } from './adapters/typeorm/typeorm-settlements.js';
import { ListWallets } from './application/list-wallets.js';
import { ShowSafeguarding } from './application/show-safeguarding.js';
import { ImportStatement } from './application/import-statement.js';
import { ProveBalance } from './application/prove-balance.js';
import {
  BankAccounts,
  BankStatements,
  LeafSalts,
  SafeguardingTrees,
  Settlements,
  StatedBalances,
  StatementFiles,
} from './application/ports.js';
import { SettleStatement } from './application/settle-statement.js';
import { ShowSettlements } from './application/show-settlements.js';
import { ShowStatement } from './application/show-statement.js';
import { ValuedBalances } from './application/valued-balances.js';
import { SettlementChanges } from './application/settlement-changes.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { WatchSafeguarding } from './application/watch-safeguarding.js';
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
