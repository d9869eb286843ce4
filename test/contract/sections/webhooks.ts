import { newId } from '../../../src/kernel/ids.js';
import { recipe, type Section } from '../support/section.js';
import type { ContractFixture } from '../support/contract-fixture.js';

/** A webhook of the sandbox bank with this status. */
async function newWebhook(fixture: ContractFixture, status = 'failed', manualRetries = 0): Promise<string> {
  const id = newId();
  await fixture.sql(
    `INSERT INTO webhook (id, direction, partner, event_id, event, payload, status, manual_retries, last_error, recorded)
     VALUES (?, 'inbound', 'sandbox', ?, 'deposit.received', '{}', ?, ?, '', ?)`,
    id,
    id,
    status,
    manualRetries,
    Date.now(),
  );
  return id;
}

const retrying = (details: string, webhookId: (fixture: ContractFixture) => Promise<string>) =>
  recipe(details, async (fixture) =>
    fixture.call('webhook_reprocess', { as: fixture.staff, body: { webhookId: await webhookId(fixture) } }),
  );

/** B4.8: the retry of webhooks. */
export const webhooks: Section = {
  calls: { webhook_reprocess: async (fixture) => ({ as: fixture.staff, body: { webhookId: await newWebhook(fixture) } }) },
  lists: {},
  recipes: {
    webhook_reprocess: {
      'webhook not found': retrying('Webhook not found', async (fixture) => fixture.unknownMarker),
      'only failed webhooks can be reprocessed': retrying('Only failed webhooks can be reprocessed', (fixture) =>
        newWebhook(fixture, 'succeeded'),
      ),
      'maximum retry attempts exceeded': retrying('Maximum retry attempts exceeded', (fixture) =>
        newWebhook(fixture, 'failed', 5),
      ),
    },
  },
};
