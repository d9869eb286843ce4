import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AbuseModule } from '../abuse/abuse.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PayeesModule } from '../payees/payees.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { TransferProjection } from './adapters/typeorm/transfer-projection.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { TransferRow } from './adapters/typeorm/transfer.row.js';
import { TypeormTransfers } from './adapters/typeorm/typeorm-transfers.js';
import { TypeormTransfersEraser } from './adapters/typeorm/typeorm-transfers-eraser.js';
import { ChargedTransfers } from './application/charged-transfers.js';
import { CreateTransfer } from './application/create-transfer.js';
import { Transfers } from './application/ports.js';
import { QuoteTransfer } from './application/quote-transfer.js';
import { Recipients } from './application/recipients.js';
import { TransferTerms } from './application/transfer-terms.js';
import { TransfersConsumer } from './transfers.consumer.js';
import { FoundTransfers } from './application/found-transfers.js';
import { ExportedTransfers } from './application/exported-transfers.js';
import { TransfersOperations } from './transfers.operations.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([TransferRow]),
    AbuseModule,
    SignInModule,
    NotificationsModule,
    PayeesModule,
    TariffsModule,
    LedgerModule,
    WebhooksModule,
  ],
  providers: [
    ChargedTransfers,
    ExportedTransfers,
    FoundTransfers,
    TransfersOperations,
    TransfersConsumer,
    CreateTransfer,
    QuoteTransfer,
    TransferTerms,
    Recipients,
    TypeormTransfersEraser,
    TransferProjection,
    { provide: Transfers, useClass: TypeormTransfers },
  ],
  exports: [Transfers],
})
export class TransfersModule {}
