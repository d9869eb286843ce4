import { Endpoints, OutboundEvents, wants } from '../contexts/webhooks/index.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';
import type { WebhookEventName } from '../kernel/webhook-events.js';
import { Database } from '../platform/database/database.js';
import { sampleEvent } from '../sandbox/sample-events.js';
import type { CommandLine, CommonOptions } from './command-line.js';
import { requireSandbox } from './require-sandbox.js';

/** The running service sends them, as every webhook. */
export function webhooksTrigger(cli: CommandLine, names: readonly WebhookEventName[], options: CommonOptions): Promise<void> {
  return cli.run(options, async (context) => {
    requireSandbox(context.config);
    const active = await (await context.get(Endpoints)).active();
    const database = await context.get(Database);
    const events = await Promise.all(names.map((name) => sampleEvent(database, name)));
    await (await context.get(UnitOfWork)).run(await (await context.get(OutboundEvents)).prepareAll(events));
    const sent = events.map(({ id, name }) => ({
      id,
      event: name,
      endpoints: active.filter((endpoint) => wants(endpoint, name)).map(({ url }) => url),
    }));
    return { data: sent, lines: sent.map((one, place) => describe(one, events[place]!.isInvented)) };
  });
}

function describe({ event, endpoints }: { event: string; endpoints: readonly string[] }, isInvented: boolean): string {
  const about = isInvented ? ' (about nobody: there is no such record yet)' : '';
  return `${event}${about}: ${endpoints.length === 0 ? 'no active endpoint wants it' : endpoints.join(', ')}`;
}
