import type Bull from 'bull';
import { after, limit, type Timer } from '../../kernel/timers.js';
import { leaveWorkersUnnamed } from '../patches/bull.js';
import { Log } from '../telemetry/log.js';
import { BullConnections } from './bull-connections.js';
import { type JobHint, JobNotifier } from './job-notifier.js';

/** Notifications within this time are sent together. */
const GATHER_MS = 5;
const ADD_MS = 5_000;
const PING_MS = 2_000;
/** Bull numbers the jobs, so that a stale one never replaces a new one. */
const OPTIONS: Bull.JobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** Sends notifications through a Bull queue on Redis; see `docs/decisions/0023-queue.md`. */
export class BullJobNotifier extends JobNotifier {
  private readonly gathered = new Map<string, JobHint>();
  private timer: Timer | undefined;

  constructor(
    private readonly queue: Bull.Queue<JobHint>,
    private readonly connections: BullConnections,
    private readonly log: Log,
  ) {
    super();
    leaveWorkersUnnamed(queue);
    queue.on('error', (error) => this.log.warning('queue', {}, error));
  }

  notify(hint: JobHint): void {
    const earlier = this.gathered.get(hint.name);
    if (earlier && earlier.dueAt <= hint.dueAt) return;
    this.gathered.set(hint.name, hint);
    this.timer ??= after(GATHER_MS, () => void this.send());
  }

  listen(take: (hint: JobHint) => void): void {
    this.queue
      .process((given: Bull.Job<JobHint>) => Promise.resolve(take(given.data)))
      .catch((error: unknown) => this.log.problem('cannot take hints of jobs', error));
  }

  async ping(): Promise<void> {
    await this.connections.ready();
    // Asks the node that has the queue.
    const asked = this.connections.commands.exists(this.queue.toKey('wait'));
    await limit(asked, PING_MS, () => new Error('Redis does not answer'));
  }

  async stop(): Promise<void> {
    await this.connections.connected();
    await this.queue.pause(true);
  }

  async close(): Promise<void> {
    this.timer?.stop();
    await this.queue.close(true);
    await this.connections.connected();
    this.connections.close();
  }

  private async send(): Promise<void> {
    this.timer = undefined;
    const hints = [...this.gathered.values()];
    this.gathered.clear();
    try {
      await this.connections.ready();
      const added = this.queue.addBulk(hints.map((hint) => ({ data: hint, opts: OPTIONS })));
      await limit(added, ADD_MS, () => new Error('Redis does not take jobs'));
    } catch (error) {
      this.log.warning('cannot send hints of jobs', {}, error);
    }
  }
}
