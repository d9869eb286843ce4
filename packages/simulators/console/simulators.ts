import { findSimulators } from '../shared/found-simulators.js';
import type {
  BankSimulator,
  BillerSimulator,
  PayoutSimulator,
  RunningSimulator,
  SimulatedBank,
  SimulatedBiller,
  SimulatedPayer,
} from '../shared/simulator.js';

export type RunningBiller = SimulatedBiller & { readonly running: BillerSimulator };
export type RunningBank = SimulatedBank & { readonly running: BankSimulator };
export type RunningPayer = SimulatedPayer & { readonly running: PayoutSimulator };

/** All that there are, for one service. */
export class Simulators {
  private constructor(
    /** In their order, which is that of failover. */
    readonly billers: readonly RunningBiller[],
    readonly banks: readonly RunningBank[],
    readonly payers: readonly RunningPayer[],
  ) {}

  /** @param firstPort as many in a row from here as there are simulators; 0: any free ones */
  static async start(firstPort = 0): Promise<Simulators> {
    const billers: RunningBiller[] = [];
    const banks: RunningBank[] = [];
    const payers: RunningPayer[] = [];
    let port = firstPort;
    for (const found of await findSimulators()) {
      // A company that takes deposits and pays out is one server.
      const known = banks.find(({ name }) => name === found.name)?.running;
      if (found.kind === 'payout' && known && paysOut(known)) {
        payers.push({ ...found, running: known });
        continue;
      }
      if (found.kind === 'biller') billers.push({ ...found, running: await found.start(port) });
      else if (found.kind === 'deposit') banks.push({ ...found, running: await found.start(port) });
      else payers.push({ ...found, running: await found.start(port) });
      if (port !== 0) port++;
    }
    return new Simulators(billers, banks, payers);
  }

  /** Webhooks go to this service. */
  announceTo(serviceUrl: string): void {
    for (const each of this.all) each.announceTo?.(serviceUrl);
  }

  /** Companies ask this service before they pay. @param token that it demands of them */
  askAt(serviceUrl: string, token: string): void {
    for (const { name, running } of this.payers)
      running.payouts.approvals.url = `${serviceUrl}/?req=payout_authorize&provider=${name}&token=${encodeURIComponent(token)}`;
  }

  /** Settings of a service that uses them. */
  get environment(): Record<string, string> {
    const names = (each: readonly { readonly name: string }[]) => each.map(({ name }) => name).join(',');
    const lists = {
      BILLER_PROVIDERS: names(this.billers),
      DEPOSIT_PROVIDERS: names(this.banks),
      PAYOUT_PROVIDERS: names(this.payers),
    };
    return Object.assign(lists, ...this.all.map(({ environment }) => environment)) as Record<string, string>;
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((each) => each.stop()));
  }

  private get all(): readonly RunningSimulator[] {
    return [...new Set([...this.billers, ...this.banks, ...this.payers].map(({ running }) => running))];
  }
}

function paysOut(running: RunningSimulator): running is PayoutSimulator {
  return 'payouts' in running;
}
