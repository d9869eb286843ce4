import { Injectable } from '@nestjs/common';

type Named = Readonly<Record<string, string>>;

/** Parts of the service that fail while the rest works; named by `/readyz`. */
@Injectable()
export class Conditions {
  private readonly present = new Map<string, string>();
  private ofWorker: () => Promise<Named> = () => Promise.resolve({});

  /** Requests are served, and no more are wanted. */
  isStopping = false;

  /** @param condition undefined when the part works again */
  set(part: string, condition: string | undefined): void {
    if (condition === undefined) this.present.delete(part);
    else this.present.set(part, condition);
  }

  /** @param read conditions of the worker that this process started */
  includeWorker(read: () => Promise<Named>): void {
    this.ofWorker = read;
  }

  all(): Named {
    return Object.fromEntries(this.present);
  }

  async withWorker(): Promise<Named> {
    return { ...(await this.ofWorker()), ...this.all() };
  }
}
