import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable, forbidChanges } from '../platform/database/schema.js';
import { Webhooks0009 } from './0009-webhooks.js';

const KEPT = 'id, event_id, event, payload, status, attempts, next_attempt_at, last_error, recorded';

/** Webhooks of both directions in one table, their attempts, and subscribers' endpoints. */
export class Webhooks0016 implements MigrationInterface {
  readonly name = 'Webhooks1700000000016';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
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
      ],
      primaryKey: ['id'],
      unique: { event: ['partner', 'event_id'] },
      indexes: {
        due: ['direction', 'status', 'next_attempt_at'],
        recorded: ['recorded'],
        status: ['status', 'recorded'],
        partner: ['partner', 'recorded'],
      },
    });
    await createTable(runner, {
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
    });
    await forbidChanges(runner, 'webhook_attempt');
    await createTable(runner, {
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
    });
    await runner.query(
      `INSERT INTO webhook (direction, partner, ${KEPT}) SELECT 'inbound', provider, ${KEPT} FROM inbound_webhook`,
    );
    await runner.dropTable('inbound_webhook');
  }

  async down(runner: QueryRunner): Promise<void> {
    await new Webhooks0009().up(runner);
    await runner.query(
      `INSERT INTO inbound_webhook (provider, ${KEPT}) SELECT partner, ${KEPT} FROM webhook WHERE direction = 'inbound'`,
    );
    for (const table of ['webhook_endpoint', 'webhook_attempt', 'webhook']) await runner.dropTable(table);
  }
}
