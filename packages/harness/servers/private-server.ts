import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { stopProcess } from './stop-process.js';

const START_TIMEOUT_MS = 60_000;
/** Long enough for every server to write what it has in memory. */
const STOP_TIMEOUT_MS = 30_000;
const running = new Set<PrivateServer>();
const directories = new Set<string>();

// Servers must not survive a crash or a second Ctrl-C, which skip `stop()`.
process.on('exit', () => {
  for (const server of running) server.killSync();
  for (const directory of directories) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
});

/** Stops every server that still runs, also those whose maker failed half-way. */
export async function stopAllServers(): Promise<void> {
  await Promise.all([...running].map((server) => server.stop()));
}

/** A directory for a server. Unix socket paths are limited to 107 bytes, so a deep TMPDIR is replaced by /tmp. */
export function makeServerDirectory(name: string): string {
  const base = tmpdir().length > 60 ? '/tmp' : tmpdir();
  const directory = mkdtempSync(join(base, `harmattan-${name}-`));
  directories.add(directory);
  return directory;
}

export interface ServerSpec {
  readonly name: string;
  readonly command: string;
  /** A function is called at each start. */
  readonly args: readonly string[] | (() => readonly string[]);
  /** In the place of the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly directory: string;
  readonly port: number;
  readonly url: string;
  isReady(): Promise<boolean>;
}

/** A server process with its directory and port; port and data stay over `kill()` and `restart()`. */
export class PrivateServer {
  readonly name: string;
  readonly directory: string;
  readonly port: number;
  readonly url: string;
  /** Added to its environment from the next start on. */
  environment: Readonly<Record<string, string>> = {};
  #child: ChildProcess | undefined;
  readonly #spec: ServerSpec;

  constructor(spec: ServerSpec) {
    this.#spec = spec;
    this.name = spec.name;
    this.directory = spec.directory;
    this.port = spec.port;
    this.url = spec.url;
  }

  /** Changes with each start. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && !hasEnded(this.#child);
  }

  /** Resolves when the server answers; rejects with the end of its log when it exits or stays silent for a minute. */
  async start(): Promise<this> {
    const { command, args, env = process.env } = this.#spec;
    const logPath = join(this.directory, 'server.log');
    const log = openSync(logPath, 'a');
    // Detached, so that Ctrl-C reaches only the tests, which then stop the server in order.
    const child = spawn(command, typeof args === 'function' ? args() : args, {
      stdio: ['ignore', log, log],
      detached: true,
      cwd: this.directory,
      env: { ...env, ...this.environment },
    });
    closeSync(log);
    this.#child = child;
    running.add(this);
    let failure: string | undefined;
    child.once('error', (error) => (failure = error.message));
    child.once('exit', (code, signal) => (failure = `it ended with ${signal ?? `exit code ${code}`}`));
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!failure && Date.now() < deadline) {
      if (await this.#spec.isReady()) return this;
      await sleep(25);
    }
    const tail = readFileSync(logPath, 'utf8').split('\n').slice(-15).join('\n');
    await this.kill();
    throw new Error(`${this.name} did not start: ${failure ?? `no answer within ${START_TIMEOUT_MS / 1000} s`}\n${tail}`);
  }

  /** SIGKILL; resolves when the process has ended. Data directory and port stay for `restart()`. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** SIGTERM; resolves when the process has ended, and stays in time. Data directory and port stay for `restart()`. */
  async end(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** SIGSTOP: connections stay open, nothing answers. Resolves when the process stands still, until `thaw`. */
  async freeze(): Promise<void> {
    if (this.pid === undefined) throw new Error(`${this.name} was not started`);
    await stopProcess(this.pid);
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Kills what still runs and starts again on the same data and port. */
  async restart(): Promise<this> {
    await this.kill();
    return this.start();
  }

  /** Stops the server and removes its data. */
  async stop(): Promise<void> {
    this.thaw();
    await this.#end('SIGTERM');
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Synchronous, for the 'exit' event of this process. */
  killSync(): void {
    this.#child?.kill('SIGKILL');
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    running.delete(this);
    const child = this.#child;
    if (!child?.pid || hasEnded(child)) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await pTimeout(gone, { milliseconds: STOP_TIMEOUT_MS, fallback: () => child.kill('SIGKILL') });
    await gone;
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
