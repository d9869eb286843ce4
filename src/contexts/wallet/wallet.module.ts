import { Module } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { HistorySnapshots } from '../../ledger/index.js';
import { MailEnvironment } from '../../platform/mail/mail.settings.js';
import { CsvStatement } from './adapters/statement/csv-statement.js';
import { PdfStatement } from './adapters/statement/pdf-statement.js';
import { ExportStatement } from './application/export-statement.js';
import { ExportedHistory } from './application/exported-history.js';
import { ListActivity } from './application/list-activity.js';
import { ActivitySources } from './application/ports.js';
import { WalletOperations } from './wallet.operations.js';
import { LedgerModule } from '../../ledger/ledger.module.js';

/** What users see of their wallets: balance, history, activity and statements. */
@Module({
  imports: [LedgerModule],
  providers: [
    WalletOperations,
    ListActivity,
    ExportedHistory,
    ActivitySources,
    {
      provide: ExportStatement,
      useFactory: (snapshots: HistorySnapshots, clock: Clock, { supportContact }: MailEnvironment) =>
        new ExportStatement(snapshots, clock, { csv: new CsvStatement(), pdf: new PdfStatement(supportContact) }),
      inject: [HistorySnapshots, Clock, MailEnvironment],
    },
  ],
  exports: [ExportStatement],
})
export class WalletModule {}
