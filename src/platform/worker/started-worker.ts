import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { after, resolvedWithin, steadyMs, type Timer } from '../../kernel/timers.js';
import type { WorkerMessage, WorkerReport } from './worker-message.js';

/** After it ended by itself; twice as long after each further time within a minute. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const QUIET_MS = 60_000;
/** Its jobs have ten seconds. */
const STOP_MS = 15_000;
const REPORT_MS = 1_000;
/** If both processes want one processor, this one gets two fifths. Requests come first, and their follow-up work goes on. */
const NICENESS = 2;

export interface WorkerEvents {
  /** A line of its log, without the line break. */
  readonly line: (line: string) => void;
  readonly push: (push: NonNullable<WorkerMessage['push']>) => void;
  /** It ended by itself, and is started again. @param how its exit code or signal */
  readonly crashed: (how: string) => void;
}

/**
 * A worker beside the process that answers requests, so that follow-up work takes no time from them. It is started again if it
 * ends by itself, and ends with the process that started it.
 */
export class StartedWorker {
  private child: ChildProcess | undefined;
  private isStopping = false;
  private pauseMs = FIRST_PAUSE_MS;
  private restart: Timer | undefined;
  private readonly asking = new Set<(report: WorkerReport) => void>();

  /** @param entry its module, which calls `serveStarter` */
  constructor(
    private readonly entry: URL,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly events: WorkerEvents,
  ) {}

  start(): void {
    const startedAt = steadyMs();
    const child = fork(this.entry, { env: this.environment, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    this.child = child;
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
    createInterface({ input: child.stdout! }).on('line', this.events.line);
    child.on('message', (message: WorkerMessage) => this.took(message));
    child.once('error', (error) => this.ended(child, startedAt, error.message));
    child.once('exit', (code, signal) => this.ended(child, startedAt, String(signal ?? code)));
  }

  /** Undefined where it does not answer in time. */
  async report(): Promise<WorkerReport | undefined> {
    const { child, asking } = this;
    if (!child?.connected) return undefined;
    let taken: (report: WorkerReport) => void = () => undefined;
    const answer = new Promise<WorkerReport>((resolve) => asking.add((taken = resolve)));
    child.send('report', () => undefined);
    return resolvedWithin(REPORT_MS, answer).finally(() => asking.delete(taken));
  }

  /** Resolves when it has finished its work, or was ended because it took too long. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.restart?.stop();
    const { child } = this;
    if (!child) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    if (!(await resolvedWithin(STOP_MS, exit))) child.kill('SIGKILL');
  }

  private took({ report, push }: WorkerMessage): void {
    if (push) this.events.push(push);
    if (report) for (const take of this.asking) take(report);
  }

  private ended(child: ChildProcess, startedAt: number, how: string): void {
    if (this.child !== child) return;
    this.child = undefined;
    if (this.isStopping) return;
    if (steadyMs() - startedAt > QUIET_MS) this.pauseMs = FIRST_PAUSE_MS;
    this.restart = after(this.pauseMs, () => this.start());
    this.pauseMs = Math.min(2 * this.pauseMs, LONGEST_PAUSE_MS);
    this.events.crashed(how);
  }
}
