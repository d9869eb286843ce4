import { Before, Day, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../platform/http/list-input.js';
import { SortedBy, type ListKeys } from '../../platform/http/list-keys.js';
import { type AuditFilter, visitsOf, type StoredAuditRecord, AuditTrail, auditFailures } from './audit.js';
import { pageOf, pageOrFileOf } from '../../platform/http/presenting.js';
import type { Page } from '../../kernel/pagination.js';
import { actionInWords } from './action-words.js';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { pageWithin } from '../../kernel/lagos-time.js';
import { READS_RECORDS } from '../../kernel/staff-roles.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';

export const AUDIT_KEYS: ListKeys<StoredAuditRecord> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    what: ({ action }) => actionInWords(action),
    actor: ({ staffId }) => staffId,
    ip: ({ ip }) => ip,
  },
};

export function presentAuditRecord({ id, staffId, action, subject, before, after, ip, createdAt }: StoredAuditRecord) {
  return {
    marker: id,
    actor: staffId,
    action,
    what: actionInWords(action),
    subject,
    before: toText(before),
    after: toText(after),
    ip,
    recorded: String(createdAt),
  };
}

const presentPage = pageOf(presentVisit);

/** Reads of the record by one member within some minutes are one visit. */
export function presentVisits({ items, next }: Page<StoredAuditRecord>) {
  return presentPage({ items: visitsOf(items), next });
}

function presentVisit([latest, ...rest]: readonly [StoredAuditRecord, ...StoredAuditRecord[]]) {
  const words = new Set([latest, ...rest].map(({ action }) => actionInWords(action)));
  return { ...presentAuditRecord(latest), what: [...words].join('; ') };
}

function toText(state: unknown): string {
  return state === undefined ? '' : JSON.stringify(state);
}

export class UserAuditFetchInput {
  @Text() uxid: string;
  @Optional() @Before() page?: number;
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
}

@SortedBy(AUDIT_KEYS)
export class AuditFetchInput extends ListInput {
  @RequestType(['actor', 'subject', 'action', 'all']) rqtp: 'actor' | 'subject' | 'action' | 'all';
  @Optional() @Text() rqvl?: string;

  get filter(): AuditFilter {
    const value = this.rqvl ?? '';
    switch (this.rqtp) {
      case 'actor':
        return { staffId: value };
      case 'subject':
        return { subject: value };
      case 'action':
        return { action: value };
      case 'all':
        return {};
    }
  }
}

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
