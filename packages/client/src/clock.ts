/** The service's time: what this machine's clock says, corrected by the last answer's SVC-SERVER-TIME. */
export class ServiceClock {
  private offsetMs = 0;

  constructor(private readonly now: () => number) {}

  seconds(): number {
    return Math.floor((this.now() + this.offsetMs) / 1000);
  }

  /** @param header whole seconds, so that a difference below two is none */
  correct(header: string | null): void {
    const serverSeconds = Number(header);
    if (!header || !Number.isFinite(serverSeconds)) return;
    const offsetMs = serverSeconds * 1000 - this.now();
    this.offsetMs = Math.abs(offsetMs) < 2000 ? 0 : offsetMs;
  }
}
