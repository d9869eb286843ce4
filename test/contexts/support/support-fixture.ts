import type { StaffAuditRow } from '../../../src/contexts/audit/audit.store.js';
import type { Clock } from '../../../src/kernel/clock.js';
import { Database } from '../../../src/platform/database/database.js';
import type { TestApp } from '../../support/app.js';
import { type Answer, type CallOptions, TestClient } from '../../support/client.js';

/** A client that signs with this clock. */
export class ClientAt extends TestClient {
  constructor(
    { client }: TestApp,
    private readonly clock: Clock,
  ) {
    super(client.baseUrl);
  }

  override call(action: string, options: CallOptions): Promise<Answer> {
    return super.call(action, { timestamp: Math.floor(this.clock.now() / 1000), ...options });
  }
}

/** The audit records of this subject, oldest first. */
export function auditOf({ app }: TestApp, subject: string): Promise<StaffAuditRow[]> {
  const database = app.get(Database, { strict: false });
  return database.dataSource.manager.find<StaffAuditRow>('staff_audit', { where: { subject }, order: { id: 'ASC' } });
}
