import { Module } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { HistorySnapshots } from '../../ledger/index.js';
import { MailEnvironment } from '../../platform/mail/mail.settings.js';
import { CsvStatement, PdfStatement } from './adapters/statement-formats.js';
import { ExportStatement } from './statements.js';
import { ExportedHistory, Activity, ActivitySources } from './activity.js';
import { WalletOperations } from './wallet.operations.js';
import { LedgerModule } from '../../ledger/ledger.module.js';

/** What users see of their wallets: balance, history, activity and statements. */
@Module({
  imports: [LedgerModule],
  providers: [
    WalletOperations,
    Activity,
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
