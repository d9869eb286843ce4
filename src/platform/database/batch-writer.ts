import { soon } from '../../kernel/timers.js';
import { outsideTransaction } from './outside-transaction.js';

interface Waiting<Item> {
  readonly item: Item;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Items that arrive during one write form the next batch, because each commit costs a flush. For writes outside of units of work. */
export class BatchWriter<Item> {
  private waiting: Waiting<Item>[] = [];
  private isRunning = false;

  /** @param write writes all items or none */
  constructor(
    private readonly write: (items: readonly Item[]) => Promise<void>,
    private readonly limit = 100,
  ) {}

  add(item: Item): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ item, done, failed });
      if (this.isRunning) return;
      this.isRunning = true;
      outsideTransaction(() => soon(() => void this.drain()));
    });
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.limit);
      try {
        await this.write(batch.map(({ item }) => item));
        for (const { done } of batch) done();
      } catch (error) {
        if (batch.length === 1) batch[0]!.failed(error);
        else await this.writeSingly(batch);
      }
    }
    this.isRunning = false;
  }

  private async writeSingly(batch: readonly Waiting<Item>[]): Promise<void> {
    for (const { item, done, failed } of batch) {
      try {
        await this.write([item]);
        done();
      } catch (error) {
        failed(error);
      }
    }
  }
}
