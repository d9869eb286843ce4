/** Plays the steps of a scenario against a running service. */
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HarmattanClient, sessionInMemory, type SignInAction } from '@harmattan/client';
import { Authenticator } from '../demo/authenticator.js';
import type { AnyOperationStep, Arguments, SandboxStep, Step } from '../scenario/step.js';
import { publicAddress, type World } from './world.js';

const LONGEST_WAIT_MS = 30_000;

/** As they were sent and answered. */
export interface Played {
  readonly input: Readonly<Record<string, unknown>>;
  readonly body: object | undefined;
  readonly data: unknown;
}

/** Reads any step's answer. */
type Look<T> = (data: unknown, given: Arguments) => T;

export class Player {
  readonly variables: Record<string, string>;
  readonly #world: World;
  readonly #sessions = new Map<string, HarmattanClient>();
  readonly #authenticators = new Map<string, Authenticator>();

  constructor(world: World) {
    this.#world = world;
    this.variables = { ...world.variables };
  }

  async play(step: Step): Promise<Played> {
    const input = await this.#resolve(step.sandbox === undefined ? (step.input ?? {}) : (step.query ?? {}));
    const body = step.sandbox === undefined && step.body ? await this.#resolve(step.body) : undefined;
    const given = await this.#resolve(step.arguments ?? {});
    const until = step.until as Look<boolean> | undefined;
    const deadline = Date.now() + LONGEST_WAIT_MS;
    for (;;) {
      const data = await this.#send(step, input, body).catch((error: Error) => {
        if (!until || Date.now() > deadline) throw new Error(`${nameOf(step)}: ${error.message}`, { cause: error });
      });
      if (data !== undefined && (!until || until(data, given))) {
        this.#keep(step, data, given);
        return { input, body, data };
      }
      if (Date.now() > deadline) throw new Error(`${nameOf(step)} does not answer what is waited for: ${JSON.stringify(data)}`);
      await sleep(100);
    }
  }

  /** With variables in their places; `{{totp:actor}}` is the actor's next code. */
  async #resolve<T>(value: T): Promise<T> {
    return (await this.#resolved(value)) as T;
  }

  async #resolved(value: unknown): Promise<unknown> {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return Promise.all(value.map((each) => this.#resolved(each)));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(async ([name, each]) => [name, await this.#resolved(each)]);
    return Object.fromEntries(await Promise.all(entries)) as object;
  }

  async #text(text: string): Promise<string> {
    const actor = /^\{\{totp:(\w+)\}\}$/.exec(text)?.[1];
    if (actor) return this.#codeOf(actor);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => this.#variable(name));
  }

  #variable(name: string): string {
    const value = this.variables[name];
    if (value === undefined) throw new Error(`{{${name}}} is not known yet`);
    return value;
  }

  #keep(step: Step, data: unknown, given: Arguments): void {
    for (const [name, take] of Object.entries((step.keep ?? {}) as Record<string, Look<string | undefined>>)) {
      const value = take(data, given);
      if (value === undefined) throw new Error(`${nameOf(step)} does not answer what is kept as ${name}`);
      this.variables[name] = value;
    }
  }

  #send(step: Step, input: object, body: object | undefined): Promise<unknown> {
    if (step.sandbox !== undefined) return this.#sendToSandbox(step, input);
    if (step.signedBy) return this.#sendWebhook(step, input, body);
    const { action, as, session, file } = step;
    const client = this.#clientOf(as ?? session ?? 'nobody');
    if (file) return client.upload({ content: Buffer.from(file.content), fileName: file.name, contentType: file.type }, input);
    if (session && action !== 'user_authentication') return client.signIn(action as SignInAction, input as never);
    return client.call(action, input);
  }

  #clientOf(actor: string): HarmattanClient {
    let client = this.#sessions.get(actor);
    if (!client) {
      const send = (url: string, init: RequestInit) =>
        fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), 'X-Forwarded-For': publicAddress } });
      client = new HarmattanClient({ baseUrl: this.#world.origin, session: sessionInMemory(), fetch: send });
      this.#sessions.set(actor, client);
    }
    return client;
  }

  async #sendToSandbox({ sandbox, method }: SandboxStep, query: object): Promise<unknown> {
    return this.#world.sandbox(await this.#text(sandbox), { method, query: query as Record<string, string> });
  }

  async #sendWebhook({ action, signedBy = '' }: AnyOperationStep, input: object, body: object | undefined): Promise<unknown> {
    const key = Buffer.from((await this.#text(signedBy)).slice('whsec_'.length), 'base64');
    const text = JSON.stringify(body);
    const [id, timestamp] = [`evt_${randomUUID()}`, String(Math.floor(Date.now() / 1000))];
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64');
    const query = new URLSearchParams(input as Record<string, string>).toString();
    const answer = await fetch(`${this.#world.origin}/${action}?${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body: text,
    });
    const { DATA, ERRORS } = (await answer.json()) as { DATA: unknown; ERRORS?: { DETAILS: string } };
    if (ERRORS) throw new Error(ERRORS.DETAILS);
    return DATA;
  }

  #codeOf(actor: string): Promise<string> {
    let authenticator = this.#authenticators.get(actor);
    if (!authenticator) {
      authenticator = new Authenticator(this.#variable(`${actor}_totp`));
      this.#authenticators.set(actor, authenticator);
    }
    return authenticator.next();
  }
}

function nameOf({ action, sandbox }: Step): string {
  return action ?? `/sandbox/${sandbox}`;
}
