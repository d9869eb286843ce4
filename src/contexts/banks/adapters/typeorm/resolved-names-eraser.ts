import { Injectable } from '@nestjs/common';
import { type DataSubject, Eraser } from '../../../../kernel/eraser.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { tablesOf } from '../../../../platform/database/table.js';
import { ResolvedAccountRow } from './resolved-account.row.js';

@Injectable()
@Contributes(Eraser)
export class ResolvedNamesEraser extends Eraser {
  readonly tables = tablesOf(ResolvedAccountRow);

  constructor(private readonly database: Database) {
    super();
  }

  /** A quarter of an hour of enquiries, at most twenty a minute. */
  async erase({ userId }: DataSubject): Promise<void> {
    await this.database.repository(ResolvedAccountRow).delete({ userId });
  }
}
