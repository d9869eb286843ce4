import { findSimulators } from '../shared/found-simulators.js';
import type { BankSimulator, BillerSimulator, RunningSimulator, SimulatedBank, SimulatedBiller } from '../shared/simulator.js';

export type RunningBiller = SimulatedBiller & { readonly running: BillerSimulator };
export type RunningBank = SimulatedBank & { readonly running: BankSimulator };

/** All that there are, for one service. */
export class Simulators {
  private constructor(
    /** In their order, which is that of failover. */
    readonly billers: readonly RunningBiller[],
    readonly banks: readonly RunningBank[],
  ) {}

  /** @param firstPort as many in a row from here as there are simulators; 0: any free ones */
  static async start(firstPort = 0): Promise<Simulators> {
    const billers: RunningBiller[] = [];
    const banks: RunningBank[] = [];
    let port = firstPort;
    for (const found of await findSimulators()) {
      if (found.kind === 'biller') billers.push({ ...found, running: await found.start(port) });
      else banks.push({ ...found, running: await found.start(port) });
      if (port !== 0) port++;
    }
    return new Simulators(billers, banks);
  }

  /** Webhooks go to this service. */
  announceTo(serviceUrl: string): void {
    for (const each of this.all) each.announceTo?.(serviceUrl);
  }

  /** Settings of a service that uses them. */
  get environment(): Record<string, string> {
    const names = (each: readonly { readonly name: string }[]) => each.map(({ name }) => name).join(',');
    const lists = { BILLER_PROVIDERS: names(this.billers), DEPOSIT_PROVIDERS: names(this.banks) };
    return Object.assign(lists, ...this.all.map(({ environment }) => environment)) as Record<string, string>;
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((each) => each.stop()));
  }

  private get all(): readonly RunningSimulator[] {
    return [...this.billers, ...this.banks].map(({ running }) => running);
  }
}
