import { Injectable } from '@nestjs/common';

/** What a part of the service cannot do at present although the rest works; `/readyz` names it. */
@Injectable()
export class Conditions {
  private readonly present = new Map<string, string>();

  /** @param condition undefined where all is well again */
  set(part: string, condition: string | undefined): void {
    if (condition === undefined) this.present.delete(part);
    else this.present.set(part, condition);
  }

  all(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.present);
  }
}
