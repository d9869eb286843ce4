import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { fileRequests, FilesModule } from '../files/files.module.js';
import { PayoutsModule } from '../payouts/payouts.module.js';
import { SettlementsModule } from '../settlements/settlements.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { PdfReceipt } from './adapters/pdf/pdf-receipt.js';
import { LocalDocumentWriter } from './adapters/storage/local-document-writer.js';
import { StatementFileRow } from './adapters/typeorm/statement-file.row.js';
import { TypeormStatementFilesEraser } from './adapters/typeorm/typeorm-statement-files-eraser.js';
import { ExpireStatementFiles } from './application/expire-statement-files.js';
import { IssueReceipt } from './application/issue-receipt.js';
import { MakeStatement } from './application/make-statement.js';
import { DocumentWriter, StatementFiles } from './application/ports.js';
import { PayoutReceipt } from './application/payout-receipt.js';
import { PurchaseReceipt } from './application/purchase-receipt.js';
import { RequestStatementFile } from './application/request-statement-file.js';
import { TransferReceipt } from './application/transfer-receipt.js';
import { WalletStatements } from './application/wallet-statements.js';
import { WriteStatementFile } from './application/write-statement-file.js';
import { ReceiptsJobs } from './receipts.jobs.js';
import { ReceiptsOperations } from './receipts.operations.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([StatementFileRow]),
    PurchasesModule,
    FilesModule,
    SignInModule,
    NotificationsModule,
    TransfersModule,
    PayoutsModule,
    LedgerModule,
    WalletModule,
    SettlementsModule,
  ],
  providers: [
    ReceiptsOperations,
    ReceiptsJobs,
    IssueReceipt,
    TransferReceipt,
    PayoutReceipt,
    PurchaseReceipt,
    PdfReceipt,
    MakeStatement,
    WalletStatements,
    RequestStatementFile,
    WriteStatementFile,
    ExpireStatementFiles,
    TypeormStatementFilesEraser,
    fileRequests(StatementFiles, StatementFileRow),
    { provide: DocumentWriter, useClass: LocalDocumentWriter },
  ],
})
export class ReceiptsModule {}
