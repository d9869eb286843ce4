import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../kernel/registry.js';

/** What the ledger does not build upon, because it cannot be proved. */
export interface LedgerStop {
  /** Of the wallet: `hold_mismatch` one purchase, `account_stopped` one account, `chain_broken` all money. */
  readonly failure: string;
  /** The row, and what differs. */
  readonly row: string;
}

/** Is told of stops, in the process that noticed. */
export abstract class LedgerStopListener {
  abstract stopped(stop: LedgerStop): void;
}

@Injectable()
export class LedgerStops extends Registry<LedgerStopListener> {
  constructor(contributions: Contributions) {
    super(contributions, LedgerStopListener);
  }

  tell(stop: LedgerStop): void {
    for (const listener of this.entries) listener.stopped(stop);
  }
}
