import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { SettlementsModule } from '../settlements/settlements.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { LedgerStopLogs } from './adapters/ledger-stop-logs.js';
import { CsvSettlementFiles } from './adapters/csv/csv-settlement-files.js';
import { SqliteLinesOfRun } from './adapters/sqlite/sqlite-lines.js';
import { ReconciliationDifferenceRow, ReconciliationRow } from './adapters/typeorm/reconciliation.rows.js';
import { TypeormOpenReconciliations } from './adapters/typeorm/typeorm-open-reconciliations.js';
import { TypeormReconciliationLogs } from './adapters/typeorm/typeorm-reconciliation-logs.js';
import { TypeormReconciliations } from './adapters/typeorm/typeorm-reconciliations.js';
import { CompareLines } from './application/compare-lines.js';
import { ExplainDay } from './application/explain-day.js';
import { KeepResult } from './application/keep-result.js';
import { LinesOfRun, Reconciliations, SettlementFiles } from './application/ports.js';
import { ReconcileBank } from './application/reconcile-bank.js';
import { ReconcileStated } from './application/reconcile-stated.js';
import { ReconcileDay } from './application/reconcile-day.js';
import { ReconcilePastDays } from './application/reconcile-past-days.js';
import { ShowAccount } from './application/show-account.js';
import { ShowBooks } from './application/show-books.js';
import { VerifyBooks } from './application/verify-books.js';
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
    ShowBooks,
    VerifyBooks,
    LedgerStopLogs,
    TypeormOpenReconciliations,
    TypeormReconciliationLogs,
    { provide: SettlementFiles, useClass: CsvSettlementFiles },
    { provide: LinesOfRun, useClass: SqliteLinesOfRun },
    { provide: Reconciliations, useClass: TypeormReconciliations },
  ],
})
export class ReconciliationModule {}
