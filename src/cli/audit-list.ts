import pc from 'picocolors';
import { Users } from '../contexts/identity/index.js';
import { type AuditFilter, AuditTrail, type StoredAuditRecord } from '../contexts/audit/application/ports/audit-trail.js';
import type { CommandLine } from './command-line.js';
import { MAX_LIMIT, parseLimit } from './limit-option.js';
import { parseTime, formatTime, TIME_HELP } from './time-options.js';
import { findUser, USER_HELP } from './find-user.js';
import { withoutControlCharacters } from './without-control-characters.js';
import type { Report } from './report.js';
import type { Tool } from './tool.js';

const SHOWN = 50;

interface Options {
  readonly since?: number;
  readonly actor?: string;
  readonly action?: string;
  readonly limit: number;
  readonly json?: boolean;
}

/** What staff changed: who, what, from what to what, from where. */
export function auditList(cli: CommandLine): void {
  cli
    .command('audit:list', 'what staff changed, newest first')
    .option('--since <time>', `the first moment, ${TIME_HELP}`, parseTime)
    .option('--actor <who>', `only what this staff member changed: ${USER_HELP}`)
    .option('--action <name>', 'only changes by this operation, as control_staff_profile_update')
    .option('--limit <number>', `as many at most, up to ${MAX_LIMIT}`, parseLimit, SHOWN)
    .action((options: Options) => cli.run(options, (tool) => list(tool, options)));
}

async function list(tool: Tool, { since, actor, action, limit }: Options): Promise<Report> {
  const filter: AuditFilter = {
    ...(since === undefined ? {} : { since }),
    ...(action === undefined ? {} : { action }),
    ...(actor === undefined ? {} : { staffId: (await findUser(tool, actor)).id }),
  };
  const changes = await (await tool.get(AuditTrail)).list(filter, limit);
  const emails = await emailsOf(tool, changes);
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

async function emailsOf(tool: Tool, changes: readonly StoredAuditRecord[]): Promise<ReadonlyMap<string, string>> {
  const users = await tool.get(Users);
  const emails = new Map<string, string>();
  for (const staffId of new Set(changes.map((change) => change.staffId))) {
    const email = (await users.find(staffId))?.email;
    if (email !== undefined) emails.set(staffId, email);
  }
  return emails;
}

function describe({ createdAt, staffId, action, subject, before, after, ip }: StoredAuditRecord, email = staffId): string[] {
  const head = [pc.dim(formatTime(createdAt)), pc.bold(email), action, subject, pc.dim(`from ${ip}`)].join('  ');
  return [head, ...said('before', before), ...said('after', after)];
}

function said(label: string, value: unknown): string[] {
  if (value === undefined) return [];
  return [`  ${pc.dim(label.padEnd(6))}  ${withoutControlCharacters(JSON.stringify(value))}`];
}
