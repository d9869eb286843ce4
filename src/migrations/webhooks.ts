import { column, forbidChanges, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'webhook',
    columns: [
      column.id(),
      // inbound | outbound
      column.text('direction', 16),
      // A provider's name, or an endpoint's id.
      column.id('partner'),
      column.text('event_id', 128),
      column.text('event', 64),
      column.longText('payload'),
      // pending | processing | succeeded | failed
      column.text('status', 16),
      column.count('attempts', { default: 0 }),
      column.count('manual_retries', { default: 0 }),
      column.flag('is_manual', { default: 0 }),
      // While processing: end of the lease.
      column.time('next_attempt_at', { default: 0 }),
      column.text('last_error'),
      column.time('recorded'),
      column.text('subject', 64, { isNullable: true }),
      // Numbers the webhooks of a subject at an endpoint; null where they have none.
      column.count('sequence_no', { isNullable: true }),
    ],
    primaryKey: ['id'],
    unique: { event: ['partner', 'event_id'], sequence: ['partner', 'subject', 'sequence_no'] },
    indexes: {
      recorded: ['recorded'],
      status: ['status', 'recorded'],
      partner: ['partner', 'recorded'],
      due: ['status', 'direction', 'partner', 'next_attempt_at', 'id'],
    },
  },
  {
    name: 'webhook_attempt',
    columns: [
      column.id(),
      column.id('webhook_id'),
      column.count('number'),
      column.flag('is_manual'),
      // succeeded | failed | lost
      column.text('outcome', 16),
      column.text('error'),
      column.count('http_status'),
      column.count('duration_ms'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { number: ['webhook_id', 'number'] },
  },
  {
    name: 'webhook_endpoint',
    columns: [
      column.id(),
      column.text('url', 1000),
      column.longText('events'),
      column.text('description', 1000),
      // active | disabled
      column.text('status', 16),
      column.count('strikes', { default: 0 }),
      column.text('secret'),
      column.text('previous_secret', 255, { isNullable: true }),
      column.time('previous_until', { default: 0 }),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: { recorded: ['recorded'], status: ['status'] },
  },
];

/** Webhooks of both directions with their attempts, and subscribers' endpoints. */
export class WebhooksSchema extends SchemaMigration {
  readonly name = 'WebhooksSchema1700000000009';
  readonly tables = TABLES;

  override readonly rest = [
    // Attempts are removed after their webhook.
    ...forbidChanges('webhook_attempt', { delete: 'EXISTS (SELECT 1 FROM webhook WHERE id = OLD.webhook_id)' }),
  ];
}
