import { Injectable } from '@nestjs/common';

/** Parts of the service that fail while the rest works; named by `/readyz`. */
@Injectable()
export class Conditions {
  private readonly present = new Map<string, string>();

  /** Requests are served, and no more are wanted. */
  isStopping = false;

  /** @param condition undefined when the part works again */
  set(part: string, condition: string | undefined): void {
    if (condition === undefined) this.present.delete(part);
    else this.present.set(part, condition);
  }

  all(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.present);
  }
}
