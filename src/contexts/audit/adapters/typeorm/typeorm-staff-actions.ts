import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { StaffActions, type TimeSpan } from '../../application/ports.js';
import { StaffAuditRow } from './audit.rows.js';

const ADDRESSES = `SELECT ip FROM staff_audit WHERE staff_id = ? AND recorded BETWEEN ? AND ?
  UNION SELECT ip FROM staff_read WHERE staff_id = ? AND recorded BETWEEN ? AND ?`;

@Injectable()
export class TypeormStaffActions extends StaffActions {
  constructor(private readonly database: Database) {
    super();
  }

  exists(staffId: string, actions: readonly string[], subjects: readonly string[], since: number): Promise<boolean> {
    const condition = { staffId, action: In([...actions]), subject: In([...subjects]), createdAt: MoreThanOrEqual(since) };
    return this.database.repository(StaffAuditRow).existsBy(condition);
  }

  async subjectsOf(action: string, since: number): Promise<string[]> {
    const rows = await this.database.rows<{ subject: string }>(
      'SELECT DISTINCT subject FROM staff_audit WHERE action = ? AND recorded >= ?',
      [action, since],
    );
    return rows.map(({ subject }) => subject);
  }

  async addresses(staffId: string, { since, until }: TimeSpan): Promise<string[]> {
    const span = [staffId, since, until];
    const rows = await this.database.rows<{ ip: string }>(ADDRESSES, [...span, ...span]);
    return rows.map(({ ip }) => ip);
  }
}
