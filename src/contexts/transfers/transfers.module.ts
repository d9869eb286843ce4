import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../platform/config/config.js';
import { IdentityModule } from '../identity/identity.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { JournalConsumers } from '../wallet/index.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { TransferRow } from './adapters/typeorm/transfer.row.js';
import { TypeormTransfers } from './adapters/typeorm/typeorm-transfers.js';
import { CreateTransfer } from './application/create-transfer.js';
import { Transfers } from './application/ports/transfers.js';
import { Recipients } from './application/recipients.js';
import { Tariffs } from './domain/tariff.js';
import { TransfersConsumer } from './transfers.consumer.js';
import { TransfersEvents } from './transfers.events.js';
import { TransfersOperations } from './transfers.operations.js';

@Module({
  imports: [TypeOrmModule.forFeature([TransferRow]), IdentityModule, NotificationsModule, WalletModule, WebhooksModule],
  providers: [
    TransfersOperations,
    TransfersEvents,
    TransfersConsumer,
    CreateTransfer,
    Recipients,
    { provide: Transfers, useClass: TypeormTransfers },
    { provide: Tariffs, useFactory: (config: Config) => Tariffs.parse(config.transferTariffs), inject: [Config] },
  ],
})
export class TransfersModule implements OnModuleInit {
  constructor(
    private readonly consumers: JournalConsumers,
    private readonly consumer: TransfersConsumer,
  ) {}

  onModuleInit(): void {
    this.consumers.register(this.consumer);
  }
}
