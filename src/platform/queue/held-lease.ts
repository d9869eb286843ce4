import { steadyMs } from '../../kernel/timers.js';
import type { Leases } from './leases.js';

/** What another process gave up is taken this late. */
const LOOK_MS = 2_000;

/** A lease of one process, renewed after half of its time. */
export class HeldLease {
  /** Steady ms. */
  private until = 0;
  private lookAt = 0;
  private holding: Promise<boolean> | undefined;

  /** @param leases undefined for a single process */
  constructor(
    private readonly leases: Leases | undefined,
    private readonly name: string,
    private readonly ttlMs: number,
  ) {}

  /** As far as this process knows. */
  get isHeld(): boolean {
    return !this.leases || this.until > steadyMs();
  }

  /** False while another process holds it. */
  async hold(): Promise<boolean> {
    if (!this.leases || this.until - steadyMs() > this.ttlMs / 2) return true;
    this.holding ??= this.take(this.leases).finally(() => (this.holding = undefined));
    return this.holding;
  }

  async release(): Promise<void> {
    if (this.until > 0) await this.leases?.release(this.name).catch(() => undefined);
    this.until = 0;
  }

  private async take(leases: Leases): Promise<boolean> {
    const now = steadyMs();
    if (this.until === 0) {
      if (now < this.lookAt) return false;
      this.lookAt = now + LOOK_MS;
      if (!(await leases.read(this.name)).isFree) return false;
    }
    const isHeld = await leases.claim(this.name, this.ttlMs);
    this.until = isHeld ? now + this.ttlMs : 0;
    return isHeld;
  }
}
