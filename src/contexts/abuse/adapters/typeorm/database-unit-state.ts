import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { outsideTransaction } from '../../../../platform/database/outside-transaction.js';
import { Log } from '../../../../platform/telemetry/log.js';
import { UnitState } from '../../application/ports.js';

@Injectable()
export class DatabaseUnitState extends UnitState {
  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {
    super();
  }

  get isOpen(): boolean {
    return this.database.inUnit;
  }

  async outside(work: () => Promise<void>): Promise<void> {
    if (!this.isOpen) return work();
    void outsideTransaction(work).catch((error: unknown) => this.log.problem('cannot tell of a spent budget', error));
  }
}
