import { once } from 'node:events';
import { InvalidArgumentError } from 'commander';
import pc from 'picocolors';
import { Endpoints } from '../contexts/webhooks/application/ports/endpoints.js';
import { type Endpoint, EVENTS, type EventName, newSecret } from '../contexts/webhooks/domain/endpoint.js';
import { Clock } from '../kernel/clock.js';
import { newId } from '../kernel/ids.js';
import { UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';
import { requireSandbox } from './require-sandbox.js';
import { formatTime } from './time-options.js';
import { type ReceivedWebhook, WebhookListener } from './webhook-listener.js';
import type { ServiceContext } from './service-context.js';

/** Tells the endpoints that a killed command has left from those of staff. */
const DESCRIPTION = 'webhooks:listen';

interface Options {
  readonly forward?: string;
  readonly events: EventName[];
  readonly json?: boolean;
}

/** Registers an endpoint on this machine until Ctrl-C; the running service delivers to it. */
export function webhooksListen(cli: CommandLine): void {
  cli
    .command('webhooks:listen', 'print what webhook endpoints get, until Ctrl-C; in the sandbox only')
    .option('--forward <url>', 'and post it there, as it was signed', parseUrl)
    .option('--events <names>', 'only these, separated by commas', parseEvents, [])
    .action((options: Options) =>
      cli.run(options, async (context, terminal) => {
        requireSandbox(context.config);
        if (!context.config.allowsLoopbackWebhooks)
          throw new UsageError('The service refuses to call this machine: set WEBHOOK_LOOPBACK=allowed and restart it.');
        const interrupted = cli.interrupted();
        const print = (text: string) => void terminal.stdout.write(`${text}\n`);
        const show = options.json ? (webhook: ReceivedWebhook) => JSON.stringify(webhook) : describe;
        const listener = new WebhookListener(options.forward, (webhook) => print(show(webhook)));
        const endpoints = await context.get(Endpoints);
        const { endpoint, secret } = await register(context, await listener.open(), options.events);
        try {
          if (options.json) print(JSON.stringify({ secret, events: options.events }));
          else print(`Listening. The secret for verification is ${pc.bold(secret)}`);
          if (!interrupted.aborted) await once(interrupted, 'abort');
        } finally {
          await endpoints.remove(endpoint.id);
          listener.close();
        }
        return undefined;
      }),
    );
}

async function register(context: ServiceContext, url: string, events: readonly EventName[]) {
  const endpoints = await context.get(Endpoints);
  const left = (await endpoints.active()).filter(({ description }) => description === DESCRIPTION);
  for (const { id } of left) await endpoints.remove(id);
  const createdAt = (await context.get(Clock)).now();
  const endpoint: Endpoint = { id: newId(), url, events, description: DESCRIPTION, status: 'active', createdAt };
  const secret = newSecret();
  await endpoints.add(endpoint, secret);
  return { endpoint, secret };
}

function describe({ id, body, status, error }: ReceivedWebhook): string {
  const { type, timestamp, data } = JSON.parse(body) as { type: string; timestamp: string; data: unknown };
  const answer = error === undefined ? (status === undefined ? '' : `answered ${status}`) : pc.red(error);
  const head = [pc.dim(formatTime(Date.parse(timestamp))), pc.bold(type), pc.dim(id), answer].filter(Boolean).join('  ');
  return `${head}\n  ${JSON.stringify(data)}`;
}

function parseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new InvalidArgumentError('Not an http address.');
  return text;
}

function parseEvents(text: string): EventName[] {
  return text.split(',').map((name) => {
    const event = EVENTS.find((each) => each === name.trim());
    if (!event) throw new InvalidArgumentError(`There is no event ${name}. There are ${EVENTS.join(', ')}.`);
    return event;
  });
}
