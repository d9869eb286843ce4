import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../platform/config/config.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { AuditModule } from '../audit/audit.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { DnsHostAddresses, HostAddresses } from '../../platform/http-client/host-addresses.js';
import { DeliveryLimits, HttpWebhookSender } from './adapters/http-webhook-sender.js';
import { BulkWebhookSender, QueuedOutboundEvents } from './adapters/queued-outbound-events.js';
import { TypeormEndpoints, TypeormFoundEndpoints } from './endpoints.store.js';
import {
  TypeormFirstAttempts,
  TypeormWebhookEntries,
  TypeormOpenWebhooks,
  TypeormReceivedWebhooks,
} from './first-attempts.store.js';
import { TypeormWebhooks } from './webhooks.store.js';
import { WebhookAttemptRow, WebhookEndpointRow, WebhookRow } from './webhooks.rows.js';
import { CheckEndpointUrl, CreateEndpoint, Endpoints, RemoveEndpoint, TestEndpoint, UpdateEndpoint } from './endpoints.js';
import { DeliverFirstAttempts } from './first-attempts.js';
import { DeliverWebhook, FirstAttempts, OutboundEvents } from './deliver-webhooks.js';
import { WebhookSender, ReceivedWebhooks, WebhookEntries, Webhooks, WebhookSettings } from './webhooks.js';
import { WebhookHandlers, ProcessWebhook, ReceiveWebhook, ReprocessWebhook, ReprocessWebhooks } from './process-webhooks.js';
import { EndpointsOperations } from './endpoints.operations.js';
import { WebhooksEvents } from './webhooks.events.js';
import { WebhooksJobs } from './webhooks.jobs.js';
import { WebhooksOperations } from './webhooks.operations.js';
import { WebhooksEnvironment } from './webhooks.settings.js';

/** What providers tell us, and what we tell subscribers. */
@Module({
  imports: [TypeOrmModule.forFeature([WebhookRow, WebhookAttemptRow, WebhookEndpointRow]), AuditModule, SystemLogsModule],
  providers: [
    provideSettings(WebhooksEnvironment),
    WebhooksOperations,
    EndpointsOperations,
    WebhooksEvents,
    WebhooksJobs,
    ReceiveWebhook,
    ProcessWebhook,
    DeliverWebhook,
    DeliverFirstAttempts,
    BulkWebhookSender,
    ReprocessWebhook,
    ReprocessWebhooks,
    CheckEndpointUrl,
    CreateEndpoint,
    UpdateEndpoint,
    TestEndpoint,
    RemoveEndpoint,
    WebhookHandlers,
    TypeormFoundEndpoints,
    TypeormOpenWebhooks,
    { provide: Webhooks, useClass: TypeormWebhooks },
    { provide: ReceivedWebhooks, useClass: TypeormReceivedWebhooks },
    { provide: FirstAttempts, useClass: TypeormFirstAttempts },
    { provide: OutboundEvents, useClass: QueuedOutboundEvents },
    { provide: WebhookEntries, useClass: TypeormWebhookEntries },
    { provide: Endpoints, useClass: TypeormEndpoints },
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
  exports: [OutboundEvents, ReceiveWebhook, WebhookEntries, Webhooks],
})
export class WebhooksModule {}
