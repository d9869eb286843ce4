import { TypeormUsersOfAccount } from './adapters/typeorm/typeorm-users-of-account.js';
import { UserNumbers } from '../identity/index.js';
import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { HttpClient } from '../../platform/http-client/http-client.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { ActivitySources, JournalConsumers } from '../wallet/index.js';
import { WebhookHandlers } from '../webhooks/index.js';
import { IdentityModule } from '../identity/identity.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { configuredDepositProviders } from './adapters/configured-deposit-providers.js';
import { SandboxAccountRow } from './adapters/sandbox/sandbox-account.row.js';
import { SandboxBank } from './adapters/sandbox/sandbox-bank.js';
import { SandboxDepositProvider } from './adapters/sandbox/sandbox-deposit-provider.js';
import { SandboxPaymentRow } from './adapters/sandbox/sandbox-payment.row.js';
import { DepositOrderRow } from './adapters/typeorm/deposit-order.row.js';
import { DepositPaymentRow } from './adapters/typeorm/deposit-payment.row.js';
import { TypeormDepositOrders } from './adapters/typeorm/typeorm-deposit-orders.js';
import { TypeormDepositPayments } from './adapters/typeorm/typeorm-deposit-payments.js';
import { TypeormOpenDeposits } from './adapters/typeorm/typeorm-open-deposits.js';
import { CollectPayments } from './application/collect-payments.js';
import { CreateDepositOrder } from './application/create-deposit-order.js';
import { CreditPayment } from './application/credit-payment.js';
import { DepositWebhookHandler } from './application/deposit-webhook-handler.js';
import { ExpireOrders } from './application/expire-orders.js';
import { MatchOrder } from './application/match-order.js';
import { OpenDepositAccount } from './application/open-deposit-account.js';
import { QueryOrders } from './application/query-orders.js';
import { DepositOrders } from './application/ports/deposit-orders.js';
import { DepositPayments } from './application/ports/deposit-payments.js';
import { DepositProviders } from './application/ports/deposit-provider.js';
import { OpenDeposits } from './application/ports/open-deposits.js';
import { ReversePayments } from './application/reverse-payments.js';
import { TellOfRejection } from './application/tell-of-rejection.js';
import { UnpaidOrders } from './application/unpaid-orders.js';
import { DepositsConsumer } from './deposits.consumer.js';
import { DepositsEvents } from './deposits.events.js';
import { DepositsJobs } from './deposits.jobs.js';
import { DepositsOperations } from './deposits.operations.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([DepositOrderRow, DepositPaymentRow, SandboxAccountRow, SandboxPaymentRow]),
    IdentityModule,
    NotificationsModule,
    SystemLogsModule,
    WalletModule,
    WebhooksModule,
  ],
  providers: [
    DepositsOperations,
    DepositsConsumer,
    DepositsEvents,
    DepositsJobs,
    CreateDepositOrder,
    CreditPayment,
    CollectPayments,
    ExpireOrders,
    MatchOrder,
    OpenDepositAccount,
    QueryOrders,
    ReversePayments,
    TellOfRejection,
    UnpaidOrders,
    { provide: DepositOrders, useClass: TypeormDepositOrders },
    { provide: DepositPayments, useClass: TypeormDepositPayments },
    TypeormUsersOfAccount,
    { provide: OpenDeposits, useClass: TypeormOpenDeposits },
    SandboxBank,
    SandboxDepositProvider,
    {
      provide: DepositProviders,
      useFactory: configuredDepositProviders,
      inject: [Config, SandboxDepositProvider, HttpClient, Clock, Metrics],
    },
  ],
  exports: [OpenDeposits],
})
export class DepositsModule implements OnModuleInit {
  constructor(
    private readonly providers: DepositProviders,
    private readonly collectPayments: CollectPayments,
    private readonly tellOfRejection: TellOfRejection,
    private readonly unpaidOrders: UnpaidOrders,
    private readonly webhooks: WebhookHandlers,
    private readonly activity: ActivitySources,
    private readonly journals: JournalConsumers,
    private readonly consumer: DepositsConsumer,
    private readonly userNumbers: UserNumbers,
    private readonly usersOfAccount: TypeormUsersOfAccount,
  ) {}

  onModuleInit(): void {
    for (const provider of this.providers.all())
      this.webhooks.register(new DepositWebhookHandler(provider, this.collectPayments, this.tellOfRejection));
    this.activity.register(this.unpaidOrders);
    this.journals.register(this.consumer);
    this.userNumbers.register('account', this.usersOfAccount);
  }
}
