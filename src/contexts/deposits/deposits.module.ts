import { TypeormUsersOfAccount } from './adapters/typeorm/typeorm-users-of-account.js';
import { TypeormOwedDebts } from './adapters/typeorm/typeorm-owed-debts.js';
import { TypeormUnpaidDeposits } from './adapters/typeorm/typeorm-unpaid-deposits.js';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { HttpClient } from '../../platform/http-client/http-client.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { DepositProjection } from './adapters/typeorm/deposit-projection.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { DepositProviderFigures } from './adapters/typeorm/deposit-provider-figures.js';
import { DepositRecords } from './adapters/typeorm/deposit-records.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { configuredDepositProviders } from './adapters/configured-deposit-providers.js';
import { SandboxAccountRow } from './adapters/sandbox/sandbox-account.row.js';
import { TypeormSandboxBank } from './adapters/sandbox/typeorm-sandbox-bank.js';
import { DepositProviders } from './application/deposit-provider.js';
import { DepositOrders, DepositPayments, OpenDeposits, SandboxBank, SuspensePayments } from './application/ports.js';
import { SandboxDepositProvider } from './adapters/sandbox/sandbox-deposit-provider.js';
import { SandboxPaymentRow } from './adapters/sandbox/sandbox-payment.row.js';
import { DepositOrderRow, DepositPaymentRow } from './adapters/typeorm/deposits.rows.js';
import { TypeormDepositOrders } from './adapters/typeorm/typeorm-deposit-orders.js';
import { TypeormDepositPayments } from './adapters/typeorm/typeorm-deposit-payments.js';
import { NamedPayments } from './adapters/typeorm/named-payments.js';
import { TypeormFoundDeposits } from './adapters/typeorm/typeorm-found-deposits.js';
import { TypeormOpenSuspense } from './adapters/typeorm/typeorm-open-suspense.js';
import { TypeormOpenDeposits } from './adapters/typeorm/typeorm-open-deposits.js';
import { DepositTimeline } from './adapters/typeorm/deposit-timeline.js';
import { TypeormSuspenseLogs } from './adapters/typeorm/typeorm-suspense-logs.js';
import { TypeormSuspensePayments } from './adapters/typeorm/typeorm-suspense-payments.js';
import { CollectPayments } from './application/collect-payments.js';
import { CreateDepositOrder } from './application/create-deposit-order.js';
import { BookLaterCost } from './application/book-later-cost.js';
import { CreditPayment } from './application/credit-payment.js';
import { ExpireOrders } from './application/expire-orders.js';
import { MatchOrder } from './application/match-order.js';
import { OpenDepositAccount } from './application/open-deposit-account.js';
import { QueryOrders } from './application/query-orders.js';
import { ReversePayments } from './application/reverse-payments.js';
import { SettleSuspense } from './application/settle-suspense.js';
import { ReportRejection } from './application/report-rejection.js';
import { UnpaidOrders } from './application/unpaid-orders.js';
import { DepositsConsumer } from './deposits.consumer.js';
import { DepositsJobs } from './deposits.jobs.js';
import { ExportedDeposits } from './application/exported-deposits.js';
import { DepositsOperations } from './deposits.operations.js';
import { DepositsWebhooks } from './deposits.webhooks.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([DepositOrderRow, DepositPaymentRow, SandboxAccountRow, SandboxPaymentRow]),
    SignInModule,
    NotificationsModule,
    ProvidersModule,
    SystemLogsModule,
    TariffsModule,
    LedgerModule,
    WebhooksModule,
  ],
  providers: [
    ExportedDeposits,
    DepositsOperations,
    DepositsConsumer,
    DepositsJobs,
    DepositsWebhooks,
    CreateDepositOrder,
    CreditPayment,
    BookLaterCost,
    CollectPayments,
    ExpireOrders,
    MatchOrder,
    OpenDepositAccount,
    QueryOrders,
    ReversePayments,
    SettleSuspense,
    ReportRejection,
    UnpaidOrders,
    DepositProviderFigures,
    DepositRecords,
    DepositProjection,
    DepositTimeline,
    { provide: DepositOrders, useClass: TypeormDepositOrders },
    { provide: DepositPayments, useClass: TypeormDepositPayments },
    { provide: SuspensePayments, useClass: TypeormSuspensePayments },
    TypeormSuspenseLogs,
    NamedPayments,
    TypeormFoundDeposits,
    TypeormOpenSuspense,
    TypeormUsersOfAccount,
    TypeormUnpaidDeposits,
    TypeormOwedDebts,
    { provide: OpenDeposits, useClass: TypeormOpenDeposits },
    TypeormSandboxBank,
    { provide: SandboxBank, useExisting: TypeormSandboxBank },
    SandboxDepositProvider,
    {
      provide: DepositProviders,
      useFactory: configuredDepositProviders,
      inject: [Config, SandboxDepositProvider, HttpClient, Clock, Metrics],
    },
  ],
  exports: [OpenDeposits, SuspensePayments, SettleSuspense, DepositOrders, ExpireOrders, SandboxBank],
})
export class DepositsModule {}
