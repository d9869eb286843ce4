import { Injectable } from '@nestjs/common';
import type { Kobo } from '../../../../kernel/money.js';
import { Contributions, Registry } from '../../../../kernel/registry.js';

export interface BillerFigures {
  readonly transactions: number;
  readonly revenueKobo: Kobo;
  readonly volumeKobo: Kobo;
}

/** Contributed by purchases. */
export abstract class BillerFigureSource {
  /** By biller id; billers without sales are left out. */
  abstract ofBillers(): Promise<ReadonlyMap<string, BillerFigures>>;
}

/** What billers sold, for their list. */
@Injectable()
export class SoldByBiller extends Registry<BillerFigureSource> {
  constructor(contributions: Contributions) {
    super(contributions, BillerFigureSource, 'one');
  }

  figures(): Promise<ReadonlyMap<string, BillerFigures>> {
    return this.entry.ofBillers();
  }
}
