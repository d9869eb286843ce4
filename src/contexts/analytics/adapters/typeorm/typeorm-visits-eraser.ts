import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { removeRows } from '../../../../platform/database/remove-rows.js';
import { type DataSubject, Eraser } from '../../../identity/index.js';
import { AdViewRow, VisitRow } from './visit.rows.js';

/** Visits and ad views of the user's devices; what was counted of them stays. */
@Injectable()
export class TypeormVisitsEraser extends Eraser {
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
