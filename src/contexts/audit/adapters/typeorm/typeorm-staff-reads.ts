import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { BatchWriter } from '../../../../platform/database/batch-writer.js';
import { Database } from '../../../../platform/database/database.js';
import { type StaffRead, StaffReads } from '../../../../platform/http/staff-reads.js';
import { StaffReadRow } from './audit.rows.js';

const SUBJECT_LENGTH = 128;

@Injectable()
export class TypeormStaffReads extends StaffReads {
  private readonly writer: BatchWriter<StaffReadRow>;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    super();
    this.writer = new BatchWriter(async (rows) => {
      await database.repository(StaffReadRow).insert([...rows]);
    });
  }

  record({ staffId, action, subject, parameters, ip }: StaffRead): Promise<void> {
    return this.writer.add({
      id: newId(),
      staffId,
      action,
      subject: subject.slice(0, SUBJECT_LENGTH),
      parameters: JSON.stringify(parameters),
      ip,
      createdAt: this.clock.now(),
    });
  }
}
