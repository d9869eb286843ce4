import { Module } from '@nestjs/common';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { ReceiptsController } from './adapters/http/receipts.controller.js';

@Module({ imports: [LedgerModule], controllers: [ReceiptsController] })
export class ReceiptsPageModule {}
