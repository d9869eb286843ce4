import { Argument } from 'commander';
import { EVENTS, type EventName, wants } from '../contexts/webhooks/domain/endpoint.js';
import { Endpoints } from '../contexts/webhooks/application/ports/endpoints.js';
import { OutboundEvents } from '../contexts/webhooks/index.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';
import { Database } from '../platform/database/database.js';
import { sampleEvent } from '../sandbox/sample-events.js';
import type { CommandLine } from './command-line.js';
import { requireSandbox } from './require-sandbox.js';

/** The running service sends them, as every webhook. */
export function webhooksTrigger(cli: CommandLine): void {
  cli
    .command('webhooks:trigger', 'send events about the newest records to the endpoints that want them; in the sandbox only')
    .addArgument(new Argument('<events...>').choices(EVENTS))
    .action((names: EventName[], options: { json?: boolean }) =>
      cli.run(options, async (context) => {
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
      }),
    );
}

function describe({ event, endpoints }: { event: string; endpoints: readonly string[] }, isInvented: boolean): string {
  const about = isInvented ? ' (about nobody: there is no such record yet)' : '';
  return `${event}${about}: ${endpoints.length === 0 ? 'no active endpoint wants it' : endpoints.join(', ')}`;
}
