import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { SettlementsModule } from '../settlements/settlements.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { LedgerStopLogs, TypeormReconciliationLogs } from './reconciliation-logs.store.js';
import { CsvSettlementFiles } from './adapters/csv-settlement-files.js';
import { SqliteLinesOfRun } from './adapters/sqlite-lines.js';
import {
  ReconciliationDifferenceRow,
  ReconciliationRow,
  reconciliationRecord,
  TypeormReconciliations,
} from './reconciliations.store.js';
import { CompareLines } from './compare-lines.js';
import { ExplainDay, KeepResult, Reconciliations } from './reconciliations.js';
import { LinesOfRun, SettlementFiles } from './lines.js';
import { ReconcileBank, ReconcileStated } from './reconcile-bank.js';
import { ReconcileDay, ReconcilePastDays } from './reconcile-day.js';
import { ShowAccount, Books } from './books.js';
import { BooksOperations } from './books.operations.js';
import { ReconciliationJobs } from './reconciliation.jobs.js';
import { ReconciliationOperations } from './reconciliation.operations.js';

/** Whether a day at a provider is the same in its books, in our records and in the ledger. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ReconciliationRow, ReconciliationDifferenceRow]),
    AuditModule,
    ProvidersModule,
    SystemLogsModule,
    SettlementsModule,
    LedgerModule,
  ],
  providers: [
    ReconciliationOperations,
    BooksOperations,
    ReconciliationJobs,
    ReconcileDay,
    ReconcileBank,
    ReconcileStated,
    KeepResult,
    ReconcilePastDays,
    CompareLines,
    ExplainDay,
    ShowAccount,
    Books,
    LedgerStopLogs,
    reconciliationRecord,
    TypeormReconciliationLogs,
    { provide: SettlementFiles, useClass: CsvSettlementFiles },
    { provide: LinesOfRun, useClass: SqliteLinesOfRun },
    { provide: Reconciliations, useClass: TypeormReconciliations },
  ],
})
export class ReconciliationModule {}
