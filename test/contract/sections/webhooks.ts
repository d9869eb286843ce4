import { newId } from '../../../src/kernel/ids.js';
import { recipe, type Section } from '../support/section.js';
import type { ContractFixture } from '../support/contract-fixture.js';

/** A webhook of the sandbox bank that was given up, or is otherwise as told. */
async function newWebhook(world: ContractFixture, status = 'failed', manualRetries = 0): Promise<string> {
  const id = newId();
  await world.sql(
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

const retrying = (details: string, webhookId: (world: ContractFixture) => Promise<string>) =>
  recipe(details, async (world) =>
    world.call('webhook_reprocess', { as: world.staff, body: { webhookId: await webhookId(world) } }),
  );

/** B4.8: the retry of webhooks. */
export const webhooks: Section = {
  calls: { webhook_reprocess: async (world) => ({ as: world.staff, body: { webhookId: await newWebhook(world) } }) },
  lists: {},
  recipes: {
    webhook_reprocess: {
      'webhook not found': retrying('Webhook not found', async (world) => world.unknownMarker),
      'only failed webhooks can be reprocessed': retrying('Only failed webhooks can be reprocessed', (world) =>
        newWebhook(world, 'succeeded'),
      ),
      'maximum retry attempts exceeded': retrying('Maximum retry attempts exceeded', (world) => newWebhook(world, 'failed', 5)),
    },
  },
};
