import { describe, expect, it } from 'vitest';
import { WebhookRow } from '../../../src/contexts/webhooks/adapters/typeorm/webhook.rows.js';
import { Webhooks0009 } from '../../../src/migrations/0009-webhooks.js';
import { Webhooks0016 } from '../../../src/migrations/0016-webhooks.js';
import { Webhooks0018 } from '../../../src/migrations/0018-webhooks.js';
import { WebhookOrder0065 } from '../../../src/migrations/0065-webhook-order.js';
import { connect, dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { BACKENDS, makeBackend } from '../../support/backend.js';

describe.each(BACKENDS)('migrations of inbound webhooks to the common table, and to an order, on %s', (backend) => {
  it('migrate, leave room for rows of the version before, and revert', async () => {
    const place = makeBackend(backend);
    const { config } = place;
    const open = (migrations: (new () => object)[]) =>
      connect(dataSourceOptions(config, [WebhookRow], migrations), config.databaseUrl);
    const before = await open([Webhooks0009]);
    await migrate(before, config.dataDir);
    await before.query(
      `INSERT INTO inbound_webhook (id, provider, event_id, event, payload, status, attempts, next_attempt_at, last_error, recorded)
       VALUES ('w1', 'bank', 'e1', 'paid', '{"a":1}', 'pending', 2, 1790000000000, 'away', 1780000000000)`,
    );
    const kept = await before.query('SELECT * FROM inbound_webhook');
    await before.destroy();
    const after = await open([Webhooks0009, Webhooks0016, Webhooks0018, WebhookOrder0065]);
    await migrate(after, config.dataDir);
    expect(await after.getRepository(WebhookRow).find()).toEqual([
      {
        id: 'w1',
        direction: 'inbound',
        partner: 'bank',
        eventId: 'e1',
        event: 'paid',
        payload: '{"a":1}',
        status: 'pending',
        attempts: 2,
        manualRetries: 0,
        isManual: false,
        nextAttemptAt: 1_790_000_000_000,
        lastError: 'away',
        createdAt: 1_780_000_000_000,
        subject: null,
        sequenceNo: null,
      },
    ]);
    for (const id of ['w2', 'w3'])
      await after.query(
        `INSERT INTO webhook (id, direction, partner, event_id, event, payload, status, last_error, recorded)
         VALUES ('${id}', 'outbound', 'endpoint', '${id}', 'purchase.completed', '{}', 'pending', '', 1780000000000)`,
      );
    expect(await after.getRepository(WebhookRow).findBy({ partner: 'endpoint' })).toMatchObject([
      { id: 'w2', subject: null, sequenceNo: null },
      { id: 'w3', subject: null, sequenceNo: null },
    ]);
    await after.query("DELETE FROM webhook WHERE partner = 'endpoint'");
    for (const _ of ['order', 'indexes', 'table']) await after.undoLastMigration({ transaction: 'each' });
    expect(await after.query('SELECT * FROM inbound_webhook')).toEqual(kept);
    await after.destroy();
    await place.remove();
  });
});
