import { every, steadyMs, type Timer } from '../../../../kernel/timers.js';
import type { Leases } from '../../../../platform/queue/leases.js';
import type { Log } from '../../../../platform/telemetry/log.js';

const NAME = 'ledger_writer';
const TTL_MS = 3_000;
const LOOK_EVERY_MS = 500;
/** What is known of the lease serves until so little of it is left. */
const RENEWED_BEFORE_MS = TTL_MS / 2;

/**
 * Which process writes the ledger for all. Nothing but speed depends on it: the head of the chain fences writers, so two at once,
 * or none, are slower and not wrong.
 */
export class WriterLease {
  private timer: Timer | undefined;
  private isLooking = false;
  private held: { readonly by: string; readonly until: number } | undefined;

  constructor(
    private readonly leases: Pick<Leases, 'holder' | 'now' | 'read' | 'claim' | 'release'>,
    private readonly log: Pick<Log, 'warning'>,
    /** False for a process that only forwards, and for one that the others cannot reach. */
    private readonly isCandidate: () => boolean,
  ) {}

  get self(): string {
    return idOf(this.leases.holder);
  }

  /** The process that holds the lease, as far as this one knows. */
  get writer(): string | undefined {
    return this.held && this.held.until > steadyMs() ? this.held.by : undefined;
  }

  async start(): Promise<void> {
    await this.look();
    this.timer = every(LOOK_EVERY_MS, () => void this.look());
  }

  async release(): Promise<void> {
    this.timer?.stop();
    this.timer = undefined;
    const isOwn = this.writer === this.self;
    this.held = undefined;
    // Otherwise it runs out.
    if (isOwn) await this.leases.release(NAME).catch(() => undefined);
  }

  private get isKnown(): boolean {
    const leftMs = this.held ? this.held.until - steadyMs() : 0;
    return leftMs > RENEWED_BEFORE_MS && (this.writer !== this.self || this.isCandidate());
  }

  private async look(): Promise<void> {
    if (this.isLooking || this.isKnown) return;
    this.isLooking = true;
    const askedAt = steadyMs();
    try {
      const lease = this.writer === this.self ? undefined : await this.leases.read(NAME);
      if (lease && !lease.isFree && idOf(lease.holder) !== this.self) {
        this.held = { by: idOf(lease.holder), until: askedAt + lease.until - this.leases.now() };
      } else {
        const isOwn = this.isCandidate() && (await this.leases.claim(NAME, TTL_MS));
        if (!isOwn && this.writer === this.self) await this.leases.release(NAME);
        this.held = isOwn ? { by: this.self, until: askedAt + TTL_MS } : undefined;
      }
    } catch (error) {
      this.log.warning('cannot read who writes the ledger', {}, error);
    } finally {
      this.isLooking = false;
    }
  }
}

function idOf(holder: string): string {
  return holder.split(' ', 1)[0]!;
}
