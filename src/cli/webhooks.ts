import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Endpoints,
  messageOf,
  PING,
  type Webhook,
  Webhooks,
  type Endpoint,
  newSecret,
  OutboundEvents,
  wants,
} from '../contexts/webhooks/index.js';
import { domainEvent, Outbox } from '../kernel/events.js';
import { newId } from '../kernel/ids.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';
import type { ServiceContext } from './service-context.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { Clock } from '../kernel/clock.js';
import type { WebhookEventName } from '../kernel/webhook-events.js';
import { UsageError } from './terminal.js';
import type { CommandLine, CommonOptions } from './command-line.js';
import { requireSandbox } from './sandbox.js';
import { formatTime } from './options.js';
import { Database } from '../platform/database/database.js';
import { sampleEvent } from '../sandbox/sample-events.js';

const FORWARD_TIMEOUT_MS = 10_000;

export interface ReceivedWebhook {
  readonly id: string;
  readonly body: string;
  /** Answer of the application that it was forwarded to; undefined: not forwarded. */
  readonly status: number | undefined;
  readonly error: string | undefined;
}

/** An endpoint on this machine, which forwards webhooks and returns the application's answers. */
export class WebhookListener {
  private readonly server: Server;

  constructor(
    private readonly forwardTo: string | undefined,
    /** An event that is taken and not told of. */
    private readonly silent: string,
    private readonly onWebhook: (webhook: ReceivedWebhook) => void,
  ) {
    this.server = createServer((request, response) => void this.receive(request, response));
  }

  async open(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (typeOf(body) === this.silent) return void response.writeHead(204).end();
    const { status, error } = await this.forward(request, body);
    response.writeHead(error === undefined ? (status ?? 204) : 502).end();
    this.onWebhook({ id: String(request.headers['webhook-id']), body, status, error });
  }

  private async forward({ headers }: IncomingMessage, body: string): Promise<{ status?: number; error?: string }> {
    if (this.forwardTo === undefined) return {};
    const kept = Object.entries(headers).filter(([name]) => name.startsWith('webhook-') || name === 'content-type');
    try {
      const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS);
      const init = { method: 'POST', headers: Object.fromEntries(kept) as Record<string, string>, body, signal };
      const { status } = await fetch(this.forwardTo, { ...init, redirect: 'manual' });
      return { status };
    } catch (error) {
      const { cause, message } = error as Error;
      return { error: cause instanceof Error ? cause.message : message };
    }
  }
}

function typeOf(body: string): unknown {
  try {
    return (JSON.parse(body) as { type?: unknown } | null)?.type;
  } catch {
    return undefined;
  }
}

const LOOK_MS = 250;
/** A due webhook is taken within two seconds, also after a long queue of others; on a busy machine it may take as long as this. */
const LATEST_DELIVERY_MS = 10_000;

const REFUSES_LOOPBACK = 'The service refuses to call this machine: start it with WEBHOOK_LOOPBACK=allowed.';
const NOBODY_DELIVERS =
  'Nothing arrives: nobody delivers webhooks. Start the service (npm start), with ROLE=worker too where it has roles, on this database.';
const DISABLED =
  'Nothing arrives: the endpoint is disabled, by staff or after five webhooks that the application did not take. Mend it, and start webhooks:listen again.';
const REPLACED =
  'Nothing arrives: another webhooks:listen has taken over, or staff removed the endpoint. Start webhooks:listen again.';

/** Whether webhooks reach an endpoint, as a ping that the service sends to it shows. */
export class DeliveryWatch {
  private isReached = false;

  private constructor(
    private readonly endpointId: string,
    private readonly pingId: string,
    private readonly endpoints: Endpoints,
    private readonly webhooks: Webhooks,
  ) {}

  static async begin(context: ServiceContext, endpointId: string): Promise<DeliveryWatch> {
    const [endpoints, webhooks] = [await context.get(Endpoints), await context.get(Webhooks)];
    const [outbox, unitOfWork] = [await context.get(Outbox), await context.get(UnitOfWork)];
    const [id, eventId] = [newId(), newId()];
    const payload = messageOf(PING, { endpointId }, eventId);
    await unitOfWork.run(async () => {
      await webhooks.addManual({ id, direction: 'outbound', partner: endpointId, eventId, event: PING, payload });
      await outbox.add(domainEvent('webhook.reopened', { webhookId: id, direction: 'outbound' }));
    });
    return new DeliveryWatch(endpointId, id, endpoints, webhooks);
  }

  /** Why nothing can arrive and how to mend it; undefined once the ping is here. */
  async first(interrupted: AbortSignal): Promise<string | undefined> {
    for (let waitedMs = 0; waitedMs < LATEST_DELIVERY_MS && !interrupted.aborted; waitedMs += LOOK_MS) {
      const ping = await this.webhooks.find(this.pingId);
      if (ping?.status === 'succeeded') return undefined;
      if (ping?.status === 'failed') return describe(ping);
      await sleep(LOOK_MS);
    }
    return interrupted.aborted ? undefined : NOBODY_DELIVERS;
  }

  async look(now: number): Promise<string | undefined> {
    const endpoint = await this.endpoints.find(this.endpointId);
    if (!endpoint) return REPLACED;
    if (endpoint.status === 'disabled') return DISABLED;
    const ping = this.isReached ? undefined : await this.webhooks.find(this.pingId);
    if (ping?.status === 'failed') return describe(ping);
    this.isReached ||= ping?.status === 'succeeded';
    const [oldest] = await this.webhooks.listDue({ status: 'pending', direction: 'outbound', partner: this.endpointId }, 1);
    return oldest && oldest.nextAttemptAt < now - LATEST_DELIVERY_MS ? NOBODY_DELIVERS : undefined;
  }
}

function describe({ lastError }: Webhook): string {
  if (lastError.includes('not public')) return REFUSES_LOOPBACK;
  return `The service cannot call this machine (${lastError}): run webhooks:listen on the machine of its worker.`;
}

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
    const show = options.json ? (webhook: ReceivedWebhook) => JSON.stringify(webhook) : describeListening;
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
function describeListening({ id, body, status, error }: ReceivedWebhook): string {
  const { type, timestamp, data } = JSON.parse(body) as { type: string; timestamp: string; data: unknown };
  const answer = error === undefined ? (status === undefined ? '' : `answered ${status}`) : pc.red(error);
  const head = [pc.dim(formatTime(Date.parse(timestamp))), pc.bold(type), pc.dim(id), answer].filter(Boolean).join('  ');
  return `${head}\n  ${JSON.stringify(data)}`;
}

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
    return { data: sent, lines: sent.map((one, place) => describeSent(one, events[place]!.isInvented)) };
  });
}

function describeSent({ event, endpoints }: { event: string; endpoints: readonly string[] }, isInvented: boolean): string {
  const about = isInvented ? ' (about nobody: there is no such record yet)' : '';
  return `${event}${about}: ${endpoints.length === 0 ? 'no active endpoint wants it' : endpoints.join(', ')}`;
}
