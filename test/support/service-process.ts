import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

/** `dist/main.js` as a process, built from the current sources. */
export interface ServiceProcess {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  output(): string;
  /** Sends the signal; resolves with exit code and duration when the process has ended. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }>;
}

/** Builds `dist/` where it is outdated. */
export async function buildService(): Promise<void> {
  await promisify(execFile)(process.execPath, [resolve(root, 'scripts/build.mjs')], { cwd: root });
}

/**
 * Starts it and waits until it listens.
 * @param environment nothing else but PATH is passed on
 * @param stdout where its log goes; `unread`: into a pipe that nobody reads
 * @param of the folder that has `dist`
 * @param command what starts it there
 */
export async function startProcess(
  environment: Readonly<Record<string, string>>,
  stdout: 'pipe' | 'unread' | number = 'pipe',
  of = root,
  command: readonly string[] = [process.execPath, resolve(of, 'dist/main.js')],
): Promise<ServiceProcess> {
  const child = spawn(command[0]!, command.slice(1), {
    // Not the project's folder, whose .env file would be read.
    cwd: environment['DATA_DIR'],
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio: ['ignore', stdout === 'unread' ? 'pipe' : stdout, 'pipe'],
  });
  let output = '';
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) => {
    child.once('exit', (code, signal) => done({ code, signal }));
  });
  const url = await new Promise<string>((done, fail) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /is listening\n(?: *API +(http:\S+)\/\?req=[^\n]*\n)?(?:.*\n)*? *Data/.exec(output);
      // A worker has no interface.
      if (found) done(found[1] ?? 'http://127.0.0.1:0');
    };
    if (stdout === 'pipe') child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    void exit.then(() => fail(new Error(`the service ended before it listened:\n${output}`)));
  });
  return {
    url,
    port: Number(new URL(url).port),
    child,
    output: () => output,
    async end(signal) {
      const begun = performance.now();
      child.kill(signal);
      return { ...(await exit), ms: performance.now() - begun };
    },
  };
}
