import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../platform/config/config.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { AuditModule } from '../audit/audit.module.js';
import { SystemLogsModule } from '../system-logs/system-logs.module.js';
import { DnsHostAddresses, HostAddresses } from '../../platform/http-client/host-addresses.js';
import { DeliveryLimits, HttpWebhookSender } from './adapters/http/http-webhook-sender.js';
import { BulkWebhookSender } from './adapters/queue/bulk-webhook-sender.js';
import { QueuedOutboundEvents } from './adapters/queue/queued-outbound-events.js';
import { TypeormEndpoints } from './adapters/typeorm/typeorm-endpoints.js';
import { TypeormFirstAttempts } from './adapters/typeorm/typeorm-first-attempts.js';
import { TypeormFoundEndpoints } from './adapters/typeorm/typeorm-found-endpoints.js';
import { TypeormWebhookEntries } from './adapters/typeorm/webhook-entries.js';
import { TypeormOpenWebhooks } from './adapters/typeorm/typeorm-open-webhooks.js';
import { TypeormReceivedWebhooks } from './adapters/typeorm/typeorm-received-webhooks.js';
import { TypeormWebhooks } from './adapters/typeorm/typeorm-webhooks.js';
import { WebhookAttemptRow, WebhookEndpointRow, WebhookRow } from './adapters/typeorm/webhooks.rows.js';
import { CheckEndpointUrl } from './application/check-endpoint-url.js';
import { CreateEndpoint } from './application/create-endpoint.js';
import { DeliverFirstAttempts } from './application/deliver-first-attempts.js';
import { DeliverWebhook } from './application/deliver-webhook.js';
import {
  Endpoints,
  FirstAttempts,
  OutboundEvents,
  ReceivedWebhooks,
  WebhookEntries,
  Webhooks,
  WebhookSender,
} from './application/ports.js';
import { WebhookHandlers } from './application/webhook-handlers.js';
import { ProcessWebhook } from './application/process-webhook.js';
import { ReceiveWebhook } from './application/receive-webhook.js';
import { RemoveEndpoint } from './application/remove-endpoint.js';
import { ReprocessWebhook } from './application/reprocess-webhook.js';
import { ReprocessWebhooks } from './application/reprocess-webhooks.js';
import { TestEndpoint } from './application/test-endpoint.js';
import { UpdateEndpoint } from './application/update-endpoint.js';
import { WebhookSettings } from './application/webhook-settings.js';
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
