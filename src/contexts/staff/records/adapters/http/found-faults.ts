import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../../../../kernel/staff-records.js';
import type { FaultRow } from '../../../../../platform/http/fault.row.js';
import { Faults } from '../../../../../platform/http/faults.js';

const REFERENCE = /^\(?([0-9A-Z]{8})\)?$/;

/** Failed answers of status 5xx by the reference that they gave. */
@Injectable()
@Contributes(StaffRecords)
export class FoundFaults extends StaffRecords {
  override readonly kind = 'fault';
  override readonly permission = 'otherControl.otherAccess';

  constructor(private readonly faults: Faults) {
    super();
  }

  override async find(text: string): Promise<RecordSummary[]> {
    const reference = REFERENCE.exec(text.trim().toUpperCase())?.[1];
    const fault = reference === undefined ? undefined : await this.faults.find(reference);
    return fault ? [summaryOf(fault)] : [];
  }

  override async named(references: readonly string[]): Promise<RecordSummary[]> {
    return (await this.faults.findMany(references)).map(summaryOf);
  }
}

function summaryOf({ reference, action, status, failure, error, place, createdAt }: FaultRow): RecordSummary {
  const detail = [failure, error, place].filter((part) => part !== '').join(', ');
  const title = `${action} was answered with ${status}`;
  return { id: reference, title, detail, status: 'failed', userId: '', createdAt };
}
