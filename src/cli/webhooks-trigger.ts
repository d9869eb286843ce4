import { Argument } from 'commander';
import { EVENTS, type EventName, wants } from '../contexts/webhooks/domain/endpoint.js';
import { Endpoints } from '../contexts/webhooks/application/ports/endpoints.js';
import { OutboundEvents } from '../contexts/webhooks/index.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';
import { sampleEvent } from '../sandbox/sample-events.js';
import type { CommandLine } from './command-line.js';
import { requireSandbox } from './require-sandbox.js';

/** The running service sends them, as every webhook. */
export function webhooksTrigger(cli: CommandLine): void {
  cli
    .command('webhooks:trigger', 'send samples of events to the endpoints that want them; in the sandbox only')
    .addArgument(new Argument('<events...>').choices(EVENTS))
    .action((names: EventName[], options: { json?: boolean }) =>
      cli.run(options, async (context) => {
        requireSandbox(context.config);
        const active = await (await context.get(Endpoints)).active();
        const events = names.map(sampleEvent);
        await (await context.get(UnitOfWork)).run(await (await context.get(OutboundEvents)).prepareAll(events));
        const sent = events.map(({ id, name }) => ({
          id,
          event: name,
          endpoints: active.filter((endpoint) => wants(endpoint, name)).map(({ url }) => url),
        }));
        return { data: sent, lines: sent.map(describe) };
      }),
    );
}

function describe({ event, endpoints }: { event: string; endpoints: readonly string[] }): string {
  return `${event}: ${endpoints.length === 0 ? 'no active endpoint wants it' : endpoints.join(', ')}`;
}
