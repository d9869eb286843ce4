import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AbuseModule } from '../abuse/abuse.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PayeesModule } from '../payees/payees.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { TransferProjection, TransferRow, TypeormTransfers, transferRecord } from './transfers.store.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { CreateTransfer, Transfers, QuoteTransfer, Recipients, TransferTerms } from './transfers.js';
import { TransfersConsumer } from './transfers.consumer.js';
import { ConfirmedTransfer, TransfersOperations } from './transfers.operations.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([TransferRow]),
    AbuseModule,
    DevicesModule,
    SignInModule,
    NotificationsModule,
    PayeesModule,
    TariffsModule,
    LedgerModule,
    WebhooksModule,
  ],
  providers: [
    ConfirmedTransfer,
    TransfersOperations,
    TransfersConsumer,
    CreateTransfer,
    QuoteTransfer,
    TransferTerms,
    Recipients,
    transferRecord,
    TransferProjection,
    { provide: Transfers, useClass: TypeormTransfers },
  ],
  exports: [Transfers],
})
export class TransfersModule {}
