import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../kernel/registry.js';

/** A row whose seal does not fit it. */
export interface BrokenSeal {
  readonly table: string;
  readonly rowId: string;
  /** The column of the seal. */
  readonly seal: string;
}

/** Is told of each row that is found broken. */
export abstract class BrokenSealListener {
  abstract broken(seal: BrokenSeal): void;
}

@Injectable()
export class BrokenSeals extends Registry<BrokenSealListener> {
  constructor(contributions: Contributions) {
    super(contributions, BrokenSealListener);
  }

  tell(seal: BrokenSeal): void {
    for (const listener of this.entries) listener.broken(seal);
  }
}
