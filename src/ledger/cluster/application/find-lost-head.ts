import type { AcknowledgedHead, AcknowledgedHeads, LedgerLosses } from './ports.js';

export interface LostHead extends AcknowledgedHead {
  /** The hash of that batch in the chain of now; undefined where there is none. */
  readonly foundHash: string | undefined;
}

export class FindLostHead {
  constructor(
    private readonly places: readonly AcknowledgedHeads[],
    private readonly losses: LedgerLosses,
  ) {}

  /** The first logged head that the chain lacks and no operator accepted. @param own the head logged by this process */
  async execute(own?: AcknowledgedHead): Promise<AcknowledgedHead | undefined> {
    for await (const { foundHash: _, ...head } of this.lost(own)) return head;
    return undefined;
  }

  /** All of them. The heads are read before the chain, which may go on meanwhile. */
  async list(): Promise<LostHead[]> {
    const lost: LostHead[] = [];
    for await (const head of this.lost()) lost.push(head);
    return lost;
  }

  private async *lost(own?: AcknowledgedHead): AsyncGenerator<LostHead> {
    const remembered = await Promise.all(this.places.map((place) => place.read()));
    for (const head of [own, ...remembered]) {
      const foundHash = head && (await this.losses.hashOf(head.batchNo));
      if (!head || foundHash === head.hash) continue;
      if (!(await this.losses.isAccepted(head))) yield { ...head, foundHash };
    }
  }
}
