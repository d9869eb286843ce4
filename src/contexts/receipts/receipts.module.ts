import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { PdfReceipt } from './adapters/pdf/pdf-receipt.js';
import { IssueReceipt } from './application/issue-receipt.js';
import { MakeStatement } from './application/make-statement.js';
import { PurchaseReceipt } from './application/purchase-receipt.js';
import { TransferReceipt } from './application/transfer-receipt.js';
import { ReceiptsOperations } from './receipts.operations.js';

@Module({
  imports: [BillingModule, IdentityModule, TransfersModule, WalletModule],
  providers: [ReceiptsOperations, IssueReceipt, TransferReceipt, PurchaseReceipt, PdfReceipt, MakeStatement],
})
export class ReceiptsModule {}
