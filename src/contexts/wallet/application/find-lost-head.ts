import type { AcknowledgedHead, AcknowledgedHeads } from './ports/acknowledged-heads.js';
import type { LedgerLosses } from './ports/ledger-losses.js';

export class FindLostHead {
  constructor(
    private readonly places: readonly AcknowledgedHeads[],
    private readonly losses: LedgerLosses,
  ) {}

  /** The first logged head that the chain lacks and no operator accepted. @param own the head logged by this process */
  async execute(own?: AcknowledgedHead): Promise<AcknowledgedHead | undefined> {
    const remembered = await Promise.all(this.places.map((place) => place.read()));
    for (const head of [own, ...remembered]) {
      if (!head || (await this.losses.hashOf(head.batchNo)) === head.hash) continue;
      if (!(await this.losses.isAccepted(head))) return head;
    }
    return undefined;
  }
}
