import type { Leases } from './leases.js';

/** A lease of one process, renewed after half of its time. */
export class HeldLease {
  /** Ms of `performance.now`. */
  private until = 0;

  /** @param leases undefined for a single process */
  constructor(
    private readonly leases: Leases | undefined,
    private readonly name: string,
    private readonly ttlMs: number,
  ) {}

  /** False while another process holds it. */
  async hold(): Promise<boolean> {
    if (!this.leases) return true;
    if (this.until - performance.now() > this.ttlMs / 2) return true;
    const until = performance.now() + this.ttlMs;
    const { isFree } = await this.leases.read(this.name);
    const isHeld = (isFree || this.until > 0) && (await this.leases.claim(this.name, this.ttlMs));
    this.until = isHeld ? until : 0;
    return isHeld;
  }

  async release(): Promise<void> {
    if (this.until > 0) await this.leases?.release(this.name).catch(() => undefined);
    this.until = 0;
  }
}
