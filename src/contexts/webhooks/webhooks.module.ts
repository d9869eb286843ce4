import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../platform/config/config.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { DnsHostAddresses, HostAddresses } from '../../platform/http-client/host-addresses.js';
import { DeliveryLimits, HttpWebhookSender } from './adapters/http-webhook-sender.js';
import { AllWebhooks } from './all-webhooks.js';
import { JournalWebhookSender } from './adapters/journal-webhook-sender.js';
import { QueuedOutboundEvents } from './adapters/queued-outbound-events.js';
import { DeliverJournals } from './deliver-journals.js';
import { TypeormEndpointCursors, TypeormEndpoints, endpointRecord } from './endpoints.store.js';
import { TypeormOpenWebhooks, TypeormReceivedWebhooks, TypeormWebhookEntries } from './webhooks.records.js';
import { TypeormWebhooks } from './webhooks.store.js';
import { WebhookAttemptRow, WebhookEndpointRow, WebhookGapRow, WebhookRow } from './webhooks.rows.js';
import {
  CheckEndpointUrl,
  CreateEndpoint,
  EndpointCursors,
  Endpoints,
  RemoveEndpoint,
  TestEndpoint,
  UpdateEndpoint,
} from './endpoints.js';
import { DeliverWebhook, OutboundEvents } from './deliver-webhooks.js';
import { WebhookSender, ReceivedWebhooks, WebhookEntries, Webhooks, WebhookSettings } from './webhooks.js';
import { WebhookHandlers, ProcessWebhook, ReceiveWebhook, ReprocessWebhook, ReprocessWebhooks } from './process-webhooks.js';
import { EndpointsOperations } from './endpoints.operations.js';
import { WebhooksEvents } from './webhooks.events.js';
import { WebhooksJobs } from './webhooks.jobs.js';
import { WebhooksOperations } from './webhooks.operations.js';
import { WebhooksEnvironment } from './webhooks.settings.js';

/** What providers tell us, and what we tell subscribers. */
@Module({
  imports: [
    TypeOrmModule.forFeature([WebhookRow, WebhookAttemptRow, WebhookEndpointRow, WebhookGapRow]),
    LedgerModule,
    AuditModule,
    SystemLogsModule,
  ],
  providers: [
    provideSettings(WebhooksEnvironment),
    WebhooksOperations,
    EndpointsOperations,
    WebhooksEvents,
    WebhooksJobs,
    ReceiveWebhook,
    ProcessWebhook,
    DeliverWebhook,
    AllWebhooks,
    DeliverJournals,
    JournalWebhookSender,
    ReprocessWebhook,
    ReprocessWebhooks,
    CheckEndpointUrl,
    CreateEndpoint,
    UpdateEndpoint,
    TestEndpoint,
    RemoveEndpoint,
    WebhookHandlers,
    endpointRecord,
    TypeormOpenWebhooks,
    { provide: Webhooks, useClass: TypeormWebhooks },
    { provide: ReceivedWebhooks, useClass: TypeormReceivedWebhooks },
    { provide: OutboundEvents, useClass: QueuedOutboundEvents },
    { provide: WebhookEntries, useClass: TypeormWebhookEntries },
    { provide: Endpoints, useClass: TypeormEndpoints },
    { provide: EndpointCursors, useClass: TypeormEndpointCursors },
    { provide: HostAddresses, useClass: DnsHostAddresses },
    { provide: WebhookSender, useClass: HttpWebhookSender },
    {
      provide: DeliveryLimits,
      useFactory: ({ allowsLoopback }: WebhooksEnvironment, { production }: Config) =>
        new DeliveryLimits(allowsLoopback && !production),
      inject: [WebhooksEnvironment, Config],
    },
    {
      provide: WebhookSettings,
      useFactory: ({ retentionMs }: WebhooksEnvironment, { production }: Config) => new WebhookSettings(!production, retentionMs),
      inject: [WebhooksEnvironment, Config],
    },
  ],
  exports: [AllWebhooks, OutboundEvents, ReceiveWebhook, WebhookEntries, Webhooks],
})
export class WebhooksModule {}
