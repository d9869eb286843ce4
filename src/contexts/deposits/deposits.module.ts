import {
  TypeormUsersOfAccount,
  TypeormUnpaidDeposits,
  DepositOrderRow,
  TypeormDepositOrders,
  TypeormOpenDeposits,
} from './orders.store.js';
import {
  TypeormOwedDebts,
  TypeormOpenSuspense,
  TypeormSuspenseDebts,
  TypeormSuspenseLogs,
  TypeormSuspensePayments,
} from './suspense.store.js';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { HttpClient } from '../../platform/http-client/http-client.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { DepositProjection } from './deposits.projection.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { DepositProviderFigures, DepositRecords, DepositTimeline } from './deposits.records.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { configuredDepositProviders } from './adapters/deposit-providers.js';
import { SandboxAccountRow, TypeormSandboxBank, SandboxPaymentRow } from './adapters/sandbox/typeorm-sandbox-bank.js';
import { DepositProviders, SandboxBank } from './deposit-provider.js';
import { DepositOrders, OpenDeposits, UnpaidOrders, ExportedDeposits } from './orders.js';
import { ExpireOrders, QueryOrders } from './due-orders.js';
import { DepositPayments, BookLaterCost, CreditPayment, MatchOrder } from './credits.js';
import { MoveDebts, SuspensePayments, SettleSuspense } from './suspense.js';
import { SandboxDepositProvider } from './adapters/sandbox/sandbox-deposit-provider.js';
import { DepositPaymentRow, TypeormDepositPayments, NamedPayments, TypeormFoundDeposits } from './payments.store.js';
import { CollectPayments, ReversePayments, ReportRejection } from './incoming-payments.js';
import { CreateDepositOrder, OpenDepositAccount } from './open-order.js';
import { DepositsConsumer } from './deposits.consumer.js';
import { DepositsJobs, DepositsWebhooks } from './deposits.jobs.js';
import { DepositsOperations } from './deposits.operations.js';

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
    MoveDebts,
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
    TypeormSuspenseDebts,
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
