import pc from 'picocolors';
import { Users } from '../contexts/sign-in/index.js';
import { type AuditFilter, AuditTrail, type ListedKind, type StoredAuditRecord } from '../contexts/audit/index.js';
import type { CommandLine } from './command-line.js';
import { formatTime } from './time-options.js';
import { findUser } from './find-user.js';
import { withoutControlCharacters } from './without-control-characters.js';
import type { Report } from './report.js';
import type { ServiceContext } from './service-context.js';

export interface AuditListOptions {
  readonly since?: number;
  readonly actor?: string;
  readonly action?: string;
  readonly limit: number;
  readonly reads?: boolean;
  readonly json?: boolean;
}

export function auditList(cli: CommandLine, options: AuditListOptions): Promise<void> {
  return cli.read(options, (context) => list(context, options));
}

async function list(context: ServiceContext, { since, actor, action, reads, limit }: AuditListOptions): Promise<Report> {
  const filter: AuditFilter & ListedKind = {
    ...(reads === undefined ? {} : { reads }),
    ...(since === undefined ? {} : { since }),
    ...(action === undefined ? {} : { action }),
    ...(actor === undefined ? {} : { staffId: (await findUser(context, actor)).id }),
  };
  const changes = await (await context.get(AuditTrail)).list(filter, limit);
  const emails = await emailsOf(context, changes);
  return {
    data: changes.map(({ id, createdAt, staffId, action, subject, before, after, ip }) => ({
      id,
      recorded: new Date(createdAt).toISOString(),
      actor: { userId: staffId, email: emails.get(staffId) ?? '' },
      action,
      subject,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      ip,
    })),
    lines: changes.length === 0 ? ['No changes.'] : changes.flatMap((change) => describe(change, emails.get(change.staffId))),
  };
}

async function emailsOf(context: ServiceContext, changes: readonly StoredAuditRecord[]): Promise<ReadonlyMap<string, string>> {
  const users = await context.get(Users);
  const emails = new Map<string, string>();
  for (const staffId of new Set(changes.map((change) => change.staffId))) {
    const email = (await users.find(staffId))?.email;
    if (email !== undefined) emails.set(staffId, email);
  }
  return emails;
}

function describe({ createdAt, staffId, action, subject, before, after, ip }: StoredAuditRecord, email = staffId): string[] {
  const head = [pc.dim(formatTime(createdAt)), pc.bold(email), action, subject, pc.dim(`from ${ip}`)].join('  ');
  return [head, ...describeChange('before', before), ...describeChange('after', after)];
}

function describeChange(label: string, value: unknown): string[] {
  if (value === undefined) return [];
  return [`  ${pc.dim(label.padEnd(6))}  ${withoutControlCharacters(JSON.stringify(value))}`];
}
