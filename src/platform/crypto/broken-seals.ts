import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../kernel/registry.js';

export interface BrokenSeal {
  readonly table: string;
  readonly rowId: string;
  readonly seal: string;
}

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
