import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../../packages/harness/servers/ports.js';

const program = join(import.meta.dirname, 'movable-service.mjs');

/** The built service as a process, with a clock that tests move on. */
export class MovableService {
  private aheadMs = 0;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param environment nothing else but PATH is passed on */
  static async start(environment: Readonly<Record<string, string>>): Promise<MovableService> {
    // Known to the service before it listens: passkeys are for its address.
    const env = { PATH: process.env['PATH'], LOG_LEVEL: 'silent', PORT: String(await freePort()), ...environment };
    const child = fork(program, { cwd: environment['DATA_DIR'], env, execArgv: [] });
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${code}`)));
    const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
    ended.catch(() => undefined);
    return new MovableService(child, url);
  }

  /** By its clock, in unix milliseconds. */
  now(): number {
    return Date.now() + this.aheadMs;
  }

  /** Resolves when its clock is at this time or later. */
  async moveTo(time: number): Promise<void> {
    if (time <= this.now()) return;
    const aheadMs = Math.ceil(time - Date.now());
    this.aheadMs = aheadMs;
    this.child.send(aheadMs);
    let answer = 0;
    while (answer < aheadMs) [answer] = (await once(this.child, 'message')) as [number];
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}
