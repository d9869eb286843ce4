/** A fresh sandbox to record in: the built service on an embedded database, a Google of its own, the first administrator. */
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DemoService } from '../demo/service.js';

export const adminEmail = 'chidi@example.com';
export const sandboxToken = 'sandbox-of-the-recording';
/** In Lagos, as sign-ins are given a place. */
export const publicAddress = '197.210.64.1';

interface Listening {
  readonly url: string;
  readonly stop: () => void;
}

interface Google {
  /** The service's. */
  readonly settings: Readonly<Record<string, string>>;
  readonly idToken: (email: string) => string;
  readonly stop: () => void;
}

interface Receiver extends Listening {
  readonly messages: readonly { readonly type: string }[];
}

interface Variables extends Readonly<Record<string, string>> {
  readonly googleIdToken: string;
}

export class World {
  variables: Variables;
  /** By the service's clock, in unix milliseconds. */
  startedAt: number;

  private constructor(
    private readonly service: DemoService,
    private readonly google: Google,
    /** Takes the webhooks. */
    readonly receiver: Receiver,
  ) {}

  static async start(): Promise<World> {
    const [google, receiver] = await Promise.all([startGoogle(), startReceiver()]);
    const service = await DemoService.start({
      ...google.settings,
      RATE_LIMIT_SCALE: '0',
      BANK_ACCOUNTS: 'gtb-collections',
      SANDBOX_TOKEN: sandboxToken,
      TRUSTED_PROXIES: '127.0.0.1',
      // Staff of the examples sit in one office.
      OFFICE_NETWORKS: `${publicAddress},loopback`,
    });
    const world = new World(service, google, receiver);
    try {
      world.variables = await world.#prepare();
    } catch (error) {
      await world.stop();
      throw error;
    }
    return world;
  }

  get origin(): string {
    return this.service.origin;
  }

  async stop(): Promise<void> {
    this.google.stop();
    this.receiver.stop();
    await this.service.stop();
  }

  async #prepare(): Promise<Variables> {
    const { directory, webhookSecret } = this.service;
    const { minutes, noon } = nextNoon(Date.now());
    await this.sandbox('clock', { method: 'POST', query: { minutes: String(minutes) } });
    this.startedAt = noon;
    const today = lagosDate(noon);
    const create = ['staff:create-admin', '--email', adminEmail, '--first-name', 'Chidi', '--last-name', 'Eze'];
    const [created] = await Promise.all([this.#run(...create), this.#reconcile(directory, today)]);
    await this.#importStatement(directory, today);
    const { registrationId, totpSecret } = JSON.parse(created) as { registrationId: string; totpSecret: string };
    return {
      run: '',
      phone: '1234567',
      random: randomUUID(),
      today,
      reconciledDay: today,
      statementDay: today,
      adminEmail,
      adminRegistrationId: registrationId,
      chidi_totp: totpSecret,
      googleIdToken: this.google.idToken('kemi@example.com'),
      sandboxWebhookSecret: webhookSecret,
      receiverUrl: this.receiver.url,
    };
  }

  /** A request to the page of the sandbox. */
  async sandbox(
    path: string,
    { method = 'GET', query = {} }: { method?: 'GET' | 'POST'; query?: Record<string, string> } = {},
  ): Promise<unknown> {
    const headers = { 'x-sandbox-page': '1', authorization: `Bearer ${sandboxToken}` };
    const answer = await fetch(`${this.origin}/sandbox/${path}?${new URLSearchParams(query).toString()}`, { method, headers });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** With a line that the service does not know, so that there is a difference to see. */
  #reconcile(directory: string, day: string): Promise<string> {
    const file = join(directory, 'settlement.csv');
    writeFileSync(file, `reference,amount,status,time\nSETTLEMENT-1,500.00,completed,${day}T00:00:01+01:00\n`);
    return this.#run('reconcile', '--provider', 'sandbox', '--day', day, '--file', file);
  }

  #importStatement(directory: string, day: string): Promise<string> {
    const file = join(directory, 'statement.csv');
    writeFileSync(file, `day,reference,description,amount,balance\n${day},FT26330X,NIP CHARGE,-53.75,1946.25\n`);
    return this.#run('reconcile', '--bank', 'gtb-collections', '--day', day, '--file', file);
  }

  /** `reconcile` exits with 1 where there are differences. */
  async #run(...command: string[]): Promise<string> {
    const { exitCode, output } = await this.service.runCommand(...command);
    if (exitCode === null || exitCode > 1) throw new Error(`${command[0]} exits with ${exitCode}\n${output}`);
    return output;
  }
}

/**
 * In the middle of a week and of a month, so that no recording meets the end of a day, week or month. The clock goes forward by whole
 * minutes, so it is noon and some seconds.
 */
function nextNoon(now: number): { noon: number; minutes: number } {
  const [minuteMs, dayMs] = [60_000, 86_400_000];
  let noon = Date.parse(`${lagosDate(now)}T12:00:00+01:00`);
  const isInTheMiddle = () =>
    new Date(noon).getUTCDay() === 3 && new Date(noon).getUTCDate() > 7 && new Date(noon).getUTCDate() < 25;
  while (noon < now + dayMs || !isInTheMiddle()) noon += dayMs;
  return { noon, minutes: Math.ceil((noon - now) / minuteMs) };
}

function lagosDate(time: number): string {
  return new Date(time + 3_600_000).toISOString().slice(0, 10);
}

async function startReceiver(): Promise<Receiver> {
  const messages: { type: string }[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    messages.push(JSON.parse(Buffer.concat(await request.toArray()).toString()) as { type: string });
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => void take(request, response));
  return { messages, ...(await listening(server)) };
}

async function listening(server: Server): Promise<Listening> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

async function startGoogle(): Promise<Google> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' }] });
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(keys));
  const { url: issuer, stop } = await listening(server);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    settings: { GOOGLE_JWKS_URL: `${issuer}/certs`, GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_IDS: 'harmattan.apps.example' },
    idToken(email: string): string {
      const now = Math.floor(Date.now() / 1000);
      const person = { email, email_verified: true, given_name: 'Kemi', family_name: 'Alade', sub: '1' };
      const claims = { ...person, iss: issuer, aud: 'harmattan.apps.example', iat: now, exp: now + 3600, jti: randomUUID() };
      const signed = `${encode({ alg: 'RS256', kid: 'key-1' })}.${encode(claims)}`;
      return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
    },
    stop,
  };
}
