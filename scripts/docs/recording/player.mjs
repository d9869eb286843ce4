/** Plays the steps of a scenario against a running service. */
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HarmattanClient, sessionInMemory } from '@harmattan/client';
import { Authenticator } from './authenticator.mjs';
import { publicAddress } from './world.mjs';

const longestWaitMs = 30_000;

export class Player {
  #world;
  #sessions = new Map();
  #authenticators = new Map();

  constructor(world) {
    this.#world = world;
    this.variables = { ...world.variables };
  }

  /** Resolves to `{ input, body, data }` as they were sent and answered. */
  async play(step) {
    const input = await this.resolve(step.input ?? step.query ?? {});
    const body = await this.resolve(step.body);
    const given = await this.resolve(step.arguments ?? {});
    const deadline = Date.now() + longestWaitMs;
    for (;;) {
      const data = await this.#send(step, input, body).catch((error) => {
        if (!step.until || Date.now() > deadline) throw new Error(`${nameOf(step)}: ${error.message}`, { cause: error });
      });
      if (data !== undefined && (!step.until || step.until(data, given))) return this.#kept(step, { input, body, data, given });
      if (Date.now() > deadline) throw new Error(`${nameOf(step)} does not answer what is waited for: ${JSON.stringify(data)}`);
      await sleep(100);
    }
  }

  /** With variables in their places; `{{totp:actor}}` is the actor's next code. */
  async resolve(value) {
    if (typeof value === 'string') {
      const actor = /^\{\{totp:(\w+)\}\}$/.exec(value)?.[1];
      if (actor) return this.#codeOf(actor);
      return value.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
        if (this.variables[name] === undefined) throw new Error(`{{${name}}} is not known yet`);
        return this.variables[name];
      });
    }
    if (Array.isArray(value)) return Promise.all(value.map((each) => this.resolve(each)));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(async ([name, each]) => [name, await this.resolve(each)]);
    return Object.fromEntries(await Promise.all(entries));
  }

  #kept(step, { input, body, data, given }) {
    for (const [name, take] of Object.entries(step.keep ?? {})) this.variables[name] = take(data, given);
    return { input, body, data };
  }

  #send(step, input, body) {
    if (step.sandbox !== undefined) return this.#sendToSandbox(step, input);
    if (step.signedBy) return this.#sendWebhook(step, input, body);
    const { action, as, session, file } = step;
    const client = this.#clientOf(as ?? session ?? 'nobody');
    if (file) return client.upload({ content: Buffer.from(file.content), fileName: file.name, contentType: file.type }, input);
    if (session && action !== 'user_authentication') return client.signIn(action, input);
    return client.call(action, input);
  }

  #clientOf(actor) {
    let client = this.#sessions.get(actor);
    if (!client) {
      const send = (url, init) => fetch(url, { ...init, headers: { ...init.headers, 'X-Forwarded-For': publicAddress } });
      client = new HarmattanClient({ baseUrl: this.#world.origin, session: sessionInMemory(), fetch: send });
      this.#sessions.set(actor, client);
    }
    return client;
  }

  async #sendToSandbox({ sandbox, method }, query) {
    return this.#world.sandbox(await this.resolve(sandbox), { method, query });
  }

  async #sendWebhook({ action, signedBy }, input, body) {
    const key = Buffer.from((await this.resolve(signedBy)).slice('whsec_'.length), 'base64');
    const text = JSON.stringify(body);
    const [id, timestamp] = [`evt_${randomUUID()}`, String(Math.floor(Date.now() / 1000))];
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64');
    const answer = await fetch(`${this.#world.origin}/${action}?${new URLSearchParams(input)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body: text,
    });
    const { DATA, ERRORS } = await answer.json();
    if (ERRORS) throw new Error(ERRORS.DETAILS);
    return DATA;
  }

  #codeOf(actor) {
    let authenticator = this.#authenticators.get(actor);
    if (!authenticator) this.#authenticators.set(actor, (authenticator = new Authenticator(this.variables[`${actor}_totp`])));
    return authenticator.next();
  }
}

function nameOf({ action, sandbox }) {
  return action ?? `/sandbox/${sandbox}`;
}
