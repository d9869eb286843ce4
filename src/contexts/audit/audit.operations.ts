import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOf } from '../../platform/http/presenting.js';
import { AuditTrail } from './application/ports/audit-trail.js';
import { AuditFetchInput } from './audit.inputs.js';
import { presentAuditRecord } from './audit.presenters.js';
import { auditFailures } from './domain/audit.failures.js';

const RECORDS_PER_PAGE = 15;

@Injectable()
export class AuditOperations {
  constructor(private readonly trail: AuditTrail) {}

  @Operation('control_audit_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'staffControl.superadminx',
    missing: 400,
    failures: [on(auditFailures.no_record, { code: 404 })],
    present: pageOf(presentAuditRecord),
    summary:
      'What staff changed, and whose records they read, newest first; by the user id of the actor, by subject (user:ID), or by action.',
  })
  async fetch({ filter, page: before }: AuditFetchInput) {
    const page = await this.trail.page(filter, { before, size: RECORDS_PER_PAGE });
    if (page.items.length === 0) throw new Failure(auditFailures.no_record);
    return page;
  }
}
