import { Module } from '@nestjs/common';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { ReceiptsController } from './adapters/receipts.controller.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { fileRequests, FilesModule } from '../files/files.module.js';
import { PayoutsModule } from '../payouts/payouts.module.js';
import { SettlementsModule } from '../settlements/settlements.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { PdfReceipt } from './adapters/pdf-receipt.js';
import { LocalDocumentWriter } from './adapters/local-document-writer.js';
import { StatementFileRow, statementFileRecord } from './statements.store.js';
import { DocumentWriter, StatementFiles, Statements, StatementWriter } from './statements.js';
import { Receipts } from './receipts.js';
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
    Receipts,
    PdfReceipt,
    Statements,
    StatementWriter,
    statementFileRecord,
    fileRequests(StatementFiles, StatementFileRow),
    { provide: DocumentWriter, useClass: LocalDocumentWriter },
  ],
})
export class ReceiptsModule {}

/** For processes that serve the interface. */
@Module({ imports: [LedgerModule], controllers: [ReceiptsController] })
export class ReceiptsPageModule {}
