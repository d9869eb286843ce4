import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, closeSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopProcess } from './stop-process.mjs';

const startTimeoutMs = 60_000;
/** Long enough for every server to write what it has in memory. */
const stopTimeoutMs = 30_000;
const running = new Set();
const directories = new Set();

// Servers must not survive a crash or a second Ctrl-C, which skip `stop()`.
process.on('exit', () => {
  for (const server of running) server.killSync();
  for (const directory of directories) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
});

/** Stops every server that still runs, also those whose maker failed half-way. */
export async function stopAllServers() {
  await Promise.all([...running].map((server) => server.stop()));
}

/** A directory for a server. Unix socket paths are limited to 107 bytes, so a deep TMPDIR is replaced by /tmp. */
export function makeServerDirectory(name) {
  const base = tmpdir().length > 60 ? '/tmp' : tmpdir();
  const directory = mkdtempSync(join(base, `harmattan-${name}-`));
  directories.add(directory);
  return directory;
}

/** A free TCP port on 127.0.0.1. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** A server process with its directory and port; port and data stay over `kill()` and `restart()`. */
export class PrivateServer {
  #child;
  #spec;

  /**
   * @param spec `{ name, command, args, env, directory, port, url, isReady }`; `isReady()` resolves to whether the server answers;
   * `args` and `env`, by default that of this process, may be functions, which are called at each start.
   */
  constructor(spec) {
    this.#spec = spec;
    this.port = spec.port;
  }

  get url() {
    return this.#spec.url;
  }

  get pid() {
    return this.#child?.pid;
  }

  get isRunning() {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when the server answers; rejects with the end of its log when it exits or stays silent for a minute. */
  async start() {
    const { name, command, directory, isReady } = this.#spec;
    const [args, env] = [this.#spec.args, this.#spec.env].map((given) => (typeof given === 'function' ? given() : given));
    const logPath = join(directory, 'server.log');
    const log = openSync(logPath, 'a');
    // Detached, so that Ctrl-C reaches only the tests, which then stop the server in order.
    const child = spawn(command, args, { stdio: ['ignore', log, log], detached: true, cwd: directory, env: env ?? process.env });
    closeSync(log);
    this.#child = child;
    running.add(this);
    let failure;
    child.once('error', (error) => (failure = error.message));
    child.once('exit', (code, signal) => (failure = `it ended with ${signal ?? `exit code ${code}`}`));
    const deadline = Date.now() + startTimeoutMs;
    while (!failure && Date.now() < deadline) {
      if (await isReady()) return this;
      await sleep(25);
    }
    const tail = readFileSync(logPath, 'utf8').split('\n').slice(-15).join('\n');
    await this.kill();
    throw new Error(`${name} did not start: ${failure ?? `no answer within ${startTimeoutMs / 1000} s`}\n${tail}`);
  }

  /** SIGKILL; resolves when the process has ended. Data directory and port stay for `restart()`. */
  async kill() {
    await this.#end('SIGKILL');
  }

  /** SIGTERM; resolves when the process has ended, and stays in time. Data directory and port stay for `restart()`. */
  async end() {
    await this.#end('SIGTERM');
  }

  /** Resolves when the process stands still, until `thaw`. */
  async freeze() {
    await stopProcess(this.#child.pid);
  }

  thaw() {
    this.#child?.kill('SIGCONT');
  }

  /** Kills what still runs and starts again on the same data and port. */
  async restart() {
    await this.kill();
    return this.start();
  }

  /** Stops the server and removes its data. */
  async stop() {
    this.thaw();
    await this.#end('SIGTERM');
    rmSync(this.#spec.directory, { recursive: true, force: true });
  }

  /** Synchronous, for the 'exit' event of this process. */
  killSync() {
    this.#child?.kill('SIGKILL');
    rmSync(this.#spec.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  async #end(signal) {
    running.delete(this);
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await gone;
    clearTimeout(late);
  }
}
