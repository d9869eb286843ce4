import { Module } from '@nestjs/common';
import { WalletModule } from '../wallet/wallet.module.js';
import { ReceiptsController } from './adapters/http/receipts.controller.js';

@Module({ imports: [WalletModule], controllers: [ReceiptsController] })
export class ReceiptsPageModule {}
