import { Injectable } from '@nestjs/common';
import { type DataSubject, Eraser } from '../../../../kernel/eraser.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { removeRows } from '../../../../platform/database/remove-rows.js';
import { tablesOf } from '../../../../platform/database/table.js';
import { AdViewRow, VisitRow } from './analytics.rows.js';

/** Visits and ad views of the user's devices; what was counted of them stays. */
@Injectable()
@Contributes(Eraser)
export class TypeormVisitsEraser extends Eraser {
  readonly tables = tablesOf(VisitRow, AdViewRow);

  constructor(private readonly database: Database) {
    super();
  }

  async erase({ deviceSerials }: DataSubject): Promise<void> {
    for (const deviceSerial of deviceSerials) {
      await removeRows(this.database.repository(VisitRow), { deviceSerial });
      await removeRows(this.database.repository(AdViewRow), { deviceSerial });
    }
  }
}
