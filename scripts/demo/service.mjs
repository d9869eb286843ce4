/** The service as a separate process on a temporary directory, with its command line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { freePort } from '../lib/private-server.mjs';
import { root } from '../lib/root.mjs';

const startTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;

export class DemoService {
  #child;
  #environment;
  #errors = '';

  /** @param {Record<string, string>} [providers] settings of the providers */
  static async start(providers = {}) {
    const service = new DemoService();
    service.directory = mkdtempSync(join(tmpdir(), 'harmattan-demo-'));
    const port = await freePort();
    service.origin = `http://127.0.0.1:${port}`;
    // The environment is not inherited, so that the demo runs on the embedded defaults.
    const { PATH, HOME } = process.env;
    const settings = { DATA_DIR: service.directory, PORT: String(port), LOG_LEVEL: 'warn' };
    // Permits the demo's webhook subscriber on the loopback address.
    service.#environment = { PATH, HOME, ...settings, ...providers, WEBHOOK_LOOPBACK: 'allowed' };
    try {
      await service.#boot();
    } catch (error) {
      await service.stop();
      throw error;
    }
    return service;
  }

  get webhookSecret() {
    return readFileSync(join(this.directory, 'sandbox-webhook.secret'), 'utf8').trim();
  }

  /** Every mail sent so far: `[{ to, subject }]`, oldest first, as a mail program shows them. */
  mails() {
    const folder = join(this.directory, 'mail');
    const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
    return Promise.all(
      names.toSorted().map(async (name) => {
        const { to = [], subject = '' } = await PostalMime.parse(readFileSync(join(folder, name)));
        return { to: to.map(({ address }) => address).join(', '), subject };
      }),
    );
  }

  /** Runs an operator command; resolves to `{ exitCode, output }`. */
  async runCommand(...args) {
    const child = spawn(process.execPath, [join(root, 'dist/cli.js'), ...args], {
      cwd: this.directory,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    const [exitCode] = await once(child, 'close');
    return { exitCode, output };
  }

  /** Stops the service and removes its data. */
  async stop() {
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const inTime = await Promise.race([gone.then(() => true), sleep(stopTimeoutMs, false, { ref: false })]);
      if (!inTime) child.kill('SIGKILL');
      await gone;
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Synchronous, for the 'exit' event of this process. */
  killSync() {
    this.#child?.kill('SIGKILL');
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #boot() {
    const main = ['--enable-source-maps', join(root, 'dist/main.js')];
    const options = { cwd: this.directory, env: this.#environment, stdio: ['ignore', 'ignore', 'pipe'] };
    this.#child = spawn(process.execPath, main, options);
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.#errors += text));
    const deadline = Date.now() + startTimeoutMs;
    while (!(await this.#isReady())) {
      if (this.#child.exitCode !== null || Date.now() > deadline) throw new Error(`The service did not start.\n${this.#errors}`);
      await sleep(50);
    }
  }

  async #isReady() {
    try {
      const { ok } = await fetch(`${this.origin}/readyz`);
      return ok;
    } catch {
      return false;
    }
  }
}
