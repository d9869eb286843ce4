import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { pageWithin } from '../../kernel/days.js';
import type { Page } from '../../kernel/pagination.js';
import { READS_RECORDS } from '../../kernel/staff-roles.js';
import { pageOrWhole } from '../../platform/http/list-input.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';
import { AuditTrail } from './application/ports.js';
import { AuditFetchInput, UserAuditFetchInput } from './audit.inputs.js';
import { AUDIT_KEYS, presentAuditRecord, presentVisits } from './audit.presenters.js';
import { auditFailures } from './domain/audit.failures.js';

const RECORDS_PER_PAGE = 15;

@Injectable()
export class AuditOperations {
  constructor(private readonly trail: AuditTrail) {}

  @Operation('control_audit_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'staffControl.superadminx',
    orPermission: READS_RECORDS,
    missing: 400,
    reads: ({ format }: AuditFetchInput) => (format === 'csv' ? 'audit' : undefined),
    failures: [on(auditFailures.no_record, { code: 404 })],
    present: pageOrFileOf('audit', presentAuditRecord),
    summary:
      'What staff changed, and whose records they read, newest first; by the user id of the actor, by subject (user:ID), or by action.',
  })
  async fetch(input: AuditFetchInput) {
    return notEmpty(await pageOrWhole(input, AUDIT_KEYS, (request) => this.trail.page(input.filter, request)));
  }

  @Operation('control_user_audit_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewDetails',
    missing: 400,
    reads: ({ uxid }: UserAuditFetchInput) => `user:${uxid}`,
    failures: [on(auditFailures.no_record, { code: 404 })],
    present: presentVisits,
    summary:
      'What staff changed of a user, and who of them read the records of that user, newest first; what one of them read within ten minutes is one visit.',
  })
  async fetchOfUser({ uxid, page, from, to }: UserAuditFetchInput) {
    return notEmpty(await this.trail.page({ subject: `user:${uxid}` }, pageWithin({ from, to }, page, RECORDS_PER_PAGE)));
  }
}

function notEmpty<Found extends Page<unknown>>(page: Found): Found {
  if (page.items.length === 0) throw new Failure(auditFailures.no_record);
  return page;
}
