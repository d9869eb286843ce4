import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOf } from '../../platform/http/presenting.js';
import { type AuditFilter, AuditTrail } from './application/ports.js';
import { AuditFetchInput, UserAuditFetchInput } from './audit.inputs.js';
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
  fetch({ filter, page }: AuditFetchInput) {
    return this.pageOf(filter, page);
  }

  @Operation('control_user_audit_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewDetails',
    missing: 400,
    reads: ({ uxid }: UserAuditFetchInput) => `user:${uxid}`,
    failures: [on(auditFailures.no_record, { code: 404 })],
    present: pageOf(presentAuditRecord),
    summary: 'What staff changed of a user, and who of them read the records of that user, newest first.',
  })
  fetchOfUser({ uxid, page }: UserAuditFetchInput) {
    return this.pageOf({ subject: `user:${uxid}` }, page);
  }

  private async pageOf(filter: AuditFilter, before: number | undefined) {
    const page = await this.trail.page(filter, { before, size: RECORDS_PER_PAGE });
    if (page.items.length === 0) throw new Failure(auditFailures.no_record);
    return page;
  }
}
