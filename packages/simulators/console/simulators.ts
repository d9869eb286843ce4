import { MonnifySimulator } from '../monnify/monnify-simulator.js';
import { PaystackSimulator } from '../paystack/paystack-simulator.js';
import { QuicktellerSimulator } from '../quickteller/quickteller-simulator.js';
import { VtpassSimulator } from '../vtpass/vtpass-simulator.js';

/** All four, for one service. */
export class Simulators {
  private constructor(
    readonly vtpass: VtpassSimulator,
    readonly quickteller: QuicktellerSimulator,
    readonly paystack: PaystackSimulator,
    readonly monnify: MonnifySimulator,
  ) {}

  /** @param firstPort four in a row from here; 0: any free ones */
  static async start(firstPort = 0): Promise<Simulators> {
    const [one, two, three, four] = [0, 1, 2, 3].map((offset) => (firstPort === 0 ? 0 : firstPort + offset));
    return new Simulators(
      await VtpassSimulator.start(undefined, one),
      await QuicktellerSimulator.start(undefined, two),
      await PaystackSimulator.start(undefined, three),
      await MonnifySimulator.start(four),
    );
  }

  /** Webhooks go to this service. */
  announceTo(serviceUrl: string): void {
    this.vtpass.announceTo(serviceUrl);
    this.paystack.webhooks.url = `${serviceUrl}/?req=webhook_receive&provider=paystack`;
    this.monnify.webhooks.url = `${serviceUrl}/?req=webhook_receive&provider=monnify`;
  }

  /** Settings of a service that uses them. */
  get environment(): Record<string, string> {
    return {
      BILLER_PROVIDERS: 'vtpass,quickteller',
      DEPOSIT_PROVIDERS: 'paystack,monnify',
      ...this.vtpass.environment,
      ...this.quickteller.environment,
      ...this.paystack.environment,
      ...this.monnify.environment,
    };
  }

  async stop(): Promise<void> {
    await Promise.all([this.vtpass, this.quickteller, this.paystack, this.monnify].map((each) => each.stop()));
  }
}
