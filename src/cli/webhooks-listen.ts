import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pc from 'picocolors';
import { type Endpoint, Endpoints, newSecret, PING } from '../contexts/webhooks/index.js';
import { Clock } from '../kernel/clock.js';
import { newId } from '../kernel/ids.js';
import type { WebhookEventName } from '../kernel/webhook-events.js';
import { UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';
import { DeliveryWatch } from './delivery-watch.js';
import { requireSandbox } from './require-sandbox.js';
import { formatTime } from './time-options.js';
import { type ReceivedWebhook, WebhookListener } from './webhook-listener.js';
import type { ServiceContext } from './service-context.js';

/** Tells the endpoints that a killed command has left from those of staff. */
const DESCRIPTION = 'webhooks:listen';
const SECRET_FILE = 'webhooks-listen.secret';
const SECRET_FORM = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;
const LOOK_EVERY_MS = 2_000;

export interface WebhooksListenOptions {
  readonly forward?: string;
  readonly events: WebhookEventName[];
  readonly json?: boolean;
}

/** Registers an endpoint on this machine until Ctrl-C; the running service delivers to it. */
export function webhooksListen(cli: CommandLine, options: WebhooksListenOptions): Promise<void> {
  return cli.run(options, async (context, terminal) => {
    requireSandbox(context.config);
    const interrupted = cli.interrupted();
    const print = (text: string) => void terminal.stdout.write(`${text}\n`);
    const show = options.json ? (webhook: ReceivedWebhook) => JSON.stringify(webhook) : describe;
    const say = (note: string) => print(options.json ? JSON.stringify({ note }) : pc.yellow(note));
    // Lines that arrive before the secret is printed wait for it.
    const early: string[] = [];
    let printWebhook = (text: string) => void early.push(text);
    const listener = new WebhookListener(options.forward, PING, (webhook) => printWebhook(show(webhook)));
    const endpoints = await context.get(Endpoints);
    const { endpoint, secret } = await register(context, await listener.open(), options.events);
    try {
      const watch = await DeliveryWatch.begin(context, endpoint.id);
      const fault = await watch.first(interrupted);
      if (fault?.startsWith('The service')) throw new UsageError(fault);
      if (options.json) print(JSON.stringify({ secret, events: options.events }));
      else print(`Listening. The secret for verification is ${pc.bold(secret)}`);
      for (const text of early) print(text);
      printWebhook = print;
      await tellFaults(watch, await context.get(Clock), fault, say, interrupted);
    } finally {
      await endpoints.remove(endpoint.id);
      listener.close();
    }
    return undefined;
  });
}

/** Reports each fault once, until the command is interrupted. */
async function tellFaults(
  watch: DeliveryWatch,
  clock: Clock,
  first: string | undefined,
  say: (note: string) => void,
  interrupted: AbortSignal,
): Promise<void> {
  if (first) say(first);
  for (let told = first; !interrupted.aborted;) {
    await sleep(LOOK_EVERY_MS, undefined, { ref: false, signal: interrupted }).catch(() => undefined);
    if (interrupted.aborted) return;
    const fault = await watch.look(clock.now());
    if (fault && fault !== told) say(fault);
    if (!fault && told) say('The service delivers.');
    told = fault;
  }
}

async function register(context: ServiceContext, url: string, events: readonly WebhookEventName[]) {
  const endpoints = await context.get(Endpoints);
  const left = (await endpoints.active()).filter(({ description }) => description === DESCRIPTION);
  for (const { id } of left) await endpoints.remove(id);
  const createdAt = (await context.get(Clock)).now();
  const endpoint: Endpoint = { id: newId(), url, events, description: DESCRIPTION, status: 'active', batch: 1, createdAt };
  const secret = keptSecret(join(context.config.dataDir, SECRET_FILE));
  await endpoints.add(endpoint, secret);
  return { endpoint, secret };
}

/** The secret stays the same, so that the application need not be started anew. */
function keptSecret(path: string): string {
  try {
    const kept = readFileSync(path, 'utf8').trim();
    if (SECRET_FORM.test(kept)) return kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secret = newSecret();
  writeFileSync(path, `${secret}\n`, { mode: 0o600 });
  return secret;
}
function describe({ id, body, status, error }: ReceivedWebhook): string {
  const { type, timestamp, data } = JSON.parse(body) as { type: string; timestamp: string; data: unknown };
  const answer = error === undefined ? (status === undefined ? '' : `answered ${status}`) : pc.red(error);
  const head = [pc.dim(formatTime(Date.parse(timestamp))), pc.bold(type), pc.dim(id), answer].filter(Boolean).join('  ');
  return `${head}\n  ${JSON.stringify(data)}`;
}
