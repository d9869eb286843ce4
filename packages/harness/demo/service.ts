/** The service as a separate process on a temporary directory, with its command line. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import PostalMime from 'postal-mime';
import { root } from '../root.js';
import { freePort } from '../servers/ports.js';
import { type CommandResult, isOk, runToEnd } from '../servers/processes.js';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

export class DemoService {
  readonly directory = mkdtempSync(join(tmpdir(), 'harmattan-demo-'));
  readonly origin: string;
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcessByStdio<null, null, Readable> | undefined;
  #errors = '';

  private constructor(port: number, settings: Readonly<Record<string, string>>) {
    this.origin = `http://127.0.0.1:${port}`;
    // The environment is not inherited, so that the demo runs on the embedded defaults.
    const { PATH, HOME } = process.env;
    const own = { DATA_DIR: this.directory, PORT: String(port), LOG_LEVEL: 'warn' };
    // Permits the demo's webhook subscriber on the loopback address.
    this.#environment = { PATH, HOME, ...own, ...settings, WEBHOOK_LOOPBACK: 'allowed' };
  }

  /** @param settings as those of the providers */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<DemoService> {
    const service = new DemoService(await freePort(), settings);
    try {
      await service.#boot();
    } catch (error) {
      await service.stop();
      throw error;
    }
    return service;
  }

  get webhookSecret(): string {
    return readFileSync(join(this.directory, 'sandbox-webhook.secret'), 'utf8').trim();
  }

  /** Every mail sent so far, oldest first, as a mail program shows them. */
  mails(): Promise<{ to: string; subject: string }[]> {
    const folder = join(this.directory, 'mail');
    const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
    return Promise.all(
      names.toSorted().map(async (name) => {
        const { to = [], subject = '' } = await PostalMime.parse(readFileSync(join(folder, name)));
        return { to: to.map(({ address }) => address).join(', '), subject };
      }),
    );
  }

  /** Runs an operator command. */
  runCommand(...args: string[]): Promise<CommandResult> {
    return runToEnd([join(root, 'dist/cli.js'), ...args], this.directory, this.#environment);
  }

  /** Stops the service and removes its data. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await pTimeout(gone, { milliseconds: STOP_TIMEOUT_MS, fallback: () => child.kill('SIGKILL') });
      await gone;
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Synchronous, for the 'exit' event of this process. */
  killSync(): void {
    this.#child?.kill('SIGKILL');
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #boot(): Promise<void> {
    const main = ['--enable-source-maps', join(root, 'dist/main.js')];
    const child = spawn(process.execPath, main, {
      cwd: this.directory,
      env: this.#environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#errors += text));
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await isOk(`${this.origin}/readyz`))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The service did not start.\n${this.#errors}`);
      await sleep(50);
    }
  }
}
