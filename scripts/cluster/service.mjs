/** The processes of the built service: `api` and `worker`, on one database and one Redis. */
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeServerDirectory, PrivateServer } from '../lib/private-server.mjs';
import { root } from '../lib/root.mjs';
import { fixedPort } from './ports.mjs';

export class Service {
  processes = [];
  /** With the `dist` of which processes are started and commands run from now on. */
  folder;
  #environment;

  /** @param settings environment variables for all processes */
  constructor(settings, folder = root) {
    this.folder = folder;
    const { PATH, HOME } = process.env;
    const secrets = {
      APP_KEY: randomBytes(32).toString('base64'),
      SANDBOX_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
    };
    this.webhookSecret = secrets.SANDBOX_WEBHOOK_SECRET;
    this.#environment = { PATH, HOME, ...secrets, ...settings };
  }

  get api() {
    return this.processes.filter(({ role }) => role === 'api');
  }

  get workers() {
    return this.processes.filter(({ role }) => role === 'worker');
  }

  /** Made and not started. */
  async add(role, name) {
    const port = await fixedPort();
    const directory = makeServerDirectory(name);
    const url = `http://127.0.0.1:${port}`;
    const environment = { ...this.#environment, ROLE: role, PORT: String(port), DATA_DIR: directory };
    const env = () => ({ ...environment, ...node.environment });
    const args = () => ['--enable-source-maps', join(this.folder, 'dist/main.js')];
    const isReady = () => isOk(`${url}/readyz`);
    const node = new PrivateServer({ name, command: process.execPath, args, env, directory, port, url, isReady });
    // `environment`: added from the next start on.
    this.processes.push(Object.assign(node, { name, role, port, directory, environment: {} }));
    return node;
  }

  async stop() {
    await Promise.all(this.processes.map((node) => node.stop()));
  }

  /** Runs an operator command; resolves to `{ exitCode, output }`. */
  async runCommand(...args) {
    const [{ directory }] = this.processes;
    const env = { ...this.#environment, DATA_DIR: directory };
    const child = spawn(process.execPath, [join(this.folder, 'dist/cli.js'), ...args], {
      cwd: directory,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    const [exitCode] = await once(child, 'close');
    return { exitCode, output };
  }
}

export async function isOk(url, timeoutMs = 2_000) {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return ok;
  } catch {
    return false;
  }
}
