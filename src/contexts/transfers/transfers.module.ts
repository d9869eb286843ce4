import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConsoleModule } from '../console/console.module.js';
import { StaffRecordSources } from '../console/index.js';
import { IdentityModule } from '../identity/identity.module.js';
import { PersonalData, Erasers } from '../identity/index.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { JournalConsumers } from '../wallet/index.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { TransferRow } from './adapters/typeorm/transfer.row.js';
import { TypeormTransfers } from './adapters/typeorm/typeorm-transfers.js';
import { TypeormTransfersEraser } from './adapters/typeorm/typeorm-transfers-eraser.js';
import { CreateTransfer } from './application/create-transfer.js';
import { Transfers } from './application/ports/transfers.js';
import { QuoteTransfer } from './application/quote-transfer.js';
import { Recipients } from './application/recipients.js';
import { TransferTerms } from './application/transfer-terms.js';
import { TransfersConsumer } from './transfers.consumer.js';
import { TransfersEvents } from './transfers.events.js';
import { FoundTransfers } from './application/found-transfers.js';
import { ExportedTransfers } from './application/exported-transfers.js';
import { TransfersOperations } from './transfers.operations.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([TransferRow]),
    ConsoleModule,
    IdentityModule,
    NotificationsModule,
    TariffsModule,
    WalletModule,
    WebhooksModule,
  ],
  providers: [
    ExportedTransfers,
    FoundTransfers,
    TransfersOperations,
    TransfersEvents,
    TransfersConsumer,
    CreateTransfer,
    QuoteTransfer,
    TransferTerms,
    Recipients,
    TypeormTransfersEraser,
    { provide: Transfers, useClass: TypeormTransfers },
  ],
  exports: [Transfers],
})
export class TransfersModule implements OnModuleInit {
  constructor(
    private readonly consumers: JournalConsumers,
    private readonly consumer: TransfersConsumer,
    private readonly erasers: Erasers,
    private readonly eraser: TypeormTransfersEraser,
    private readonly personalData: PersonalData,
    private readonly exported: ExportedTransfers,
    private readonly staffRecords: StaffRecordSources,
    private readonly foundTransfers: FoundTransfers,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this.exported);
    this.staffRecords.register(this.foundTransfers);
    this.consumers.register(this.consumer);
    this.erasers.register(this.eraser);
  }
}
