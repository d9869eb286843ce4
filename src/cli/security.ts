import { CreateAdministrator } from '../contexts/staff/members/index.js';
import type { CommandLine, CommonOptions } from './command-line.js';
import pc from 'picocolors';
import { Users } from '../contexts/sign-in/index.js';
import { type AuditFilter, AuditTrail, type ListedKind, type StoredAuditRecord, Audit } from '../contexts/audit/index.js';
import { formatTime } from './options.js';
import { findUser, type ServiceContext } from './service-context.js';
import { withoutControlCharacters, type Report, table, CommandError, UsageError, table as linesOf } from './terminal.js';
import { KeyRotation, type RotationResult } from '../platform/crypto/key-rotation.js';
import { SealedRows, type SealVerdict } from '../platform/crypto/sealed-rows.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';

export interface StaffCreateAdminOptions {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly json?: boolean;
}

/** Creates an administrator. Always prints JSON, because the output is usually read by a program or stored in a vault. */
export function staffCreateAdmin(cli: CommandLine, options: StaffCreateAdminOptions): Promise<void> {
  return cli.run(options, async (context) => {
    const { profile, invitation, totpSecret, totpLink } = await (await context.get(CreateAdministrator)).execute(options);
    const data = {
      email: profile.email,
      agentName: profile.agentName,
      trackingId: profile.trackingId,
      registrationId: invitation.registrationId,
      registrationExpires: new Date(invitation.expires).toISOString(),
      totpSecret,
      totpLink,
    };
    return { data, lines: [JSON.stringify(data, null, 2)] };
  });
}

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

export function keysRotate(cli: CommandLine, options: CommonOptions): Promise<void> {
  return cli.run(options, async (context, terminal) => {
    const rotation = await context.get(KeyRotation);
    const progress = terminal.progress('Rows');
    try {
      const result = await rotation.execute((done, of) => progress.show(done, of));
      return { data: result, lines: describeRotation(result, context.config.previousAppKeys.length), ok: result.isComplete };
    } finally {
      progress.stop();
    }
  });
}

function describeRotation({ keyId, renewed, unreadable, isComplete }: RotationResult, formerKeys: number): string[] {
  const encrypted = `${renewed} rows were encrypted anew under the key ${keyId}.`;
  if (isComplete)
    return [
      `${pc.green('Everything is encrypted under APP_KEY.')} ${encrypted}`,
      ...(formerKeys > 0
        ? ['APP_KEY_PREVIOUS can be dropped, once no process runs with a former key. Codes that were mailed before end with it.']
        : []),
    ];
  if (unreadable.length === 0)
    return [pc.red('Rows are still written under a former key: change APP_KEY on every process, and run it again.')];
  return [
    `${pc.red(`${unreadable.length} rows cannot be read.`)} ${encrypted}`,
    'Add the key that they were encrypted under to APP_KEY_PREVIOUS, and run it again:',
    ...unreadable.slice(0, 20),
  ];
}

export function rowsVerify(cli: CommandLine, options: CommonOptions): Promise<void> {
  return cli.read(options, async (context) => {
    const verdict = await (await context.get(SealedRows)).verify();
    return { data: verdict, lines: describeVerdict(verdict), ok: verdict.broken.length === 0 };
  });
}

function describeVerdict({ rows, broken }: SealVerdict): string[] {
  if (broken.length === 0) return [`${pc.green('All seals fit their rows.')} ${rows} rows`];
  return [
    `${pc.red(`${broken.length} seals do not fit their rows.`)} ${rows} rows`,
    ...table(broken.map(({ table: name, rowId, seal }) => [`${name} ${rowId}`, seal])),
    'rows:reseal TABLE ID shows one of them.',
  ];
}

export interface RowsResealOptions {
  readonly reason?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

const SHORTEST_REASON = 10;
const ACTION = 'rows_reseal';

/** Shows a sealed row; with a reason, trusts it from then on. */
export function rowsReseal(
  cli: CommandLine,
  name: string | undefined,
  id: string | undefined,
  options: RowsResealOptions,
): Promise<void> {
  return cli.run(options, async (context) => {
    const reason = options.reason?.trim();
    if (reason !== undefined && reason.length < SHORTEST_REASON)
      throw new UsageError('--reason is a sentence: who looked at the row, and why it is right.');
    if (options.all) {
      if (reason === undefined || name !== undefined) throw new UsageError('--all needs --reason, and no row.');
      return resealAll(context, reason);
    }
    if (name === undefined || id === undefined) throw new UsageError('Say which row: rows:reseal TABLE ID, or --all.');
    return reason === undefined ? show(context, name, id) : reseal(context, name, id, reason);
  });
}

async function show(context: ServiceContext, name: string, id: string): Promise<Report> {
  const columns = await (await context.get(SealedRows)).show(name, id);
  if (!columns) throw new CommandError(`There is no sealed row ${name} ${id}.`);
  const lines = linesOf(Object.entries(columns).map(([column, value]) => [column, JSON.stringify(value)]));
  return { data: columns, lines: [...lines, 'Correct what is wrong, then seal it with --reason "…".'] };
}

async function reseal(context: ServiceContext, name: string, id: string, reason: string): Promise<Report> {
  const [rows, audit, unitOfWork] = [await context.get(SealedRows), await context.get(Audit), await context.get(UnitOfWork)];
  const renewed = await unitOfWork.run(async () => {
    const broken = await rows.reseal(name, id);
    if (!broken) throw new CommandError(`There is no sealed row ${name} ${id}.`);
    const seals = broken.map(({ seal }) => seal);
    if (seals.length > 0)
      await audit.record({ staffId: 'operator', action: ACTION, subject: `row:${name}:${id}`, after: { seals, reason }, ip: '' });
    return seals;
  });
  const line = renewed.length > 0 ? pc.green(`Sealed: ${renewed.join(', ')}.`) : 'The seals of the row fit; nothing was done.';
  return { data: { table: name, id, renewed }, lines: [line] };
}

async function resealAll(context: ServiceContext, reason: string): Promise<Report> {
  const [rows, audit, unitOfWork] = [await context.get(SealedRows), await context.get(Audit), await context.get(UnitOfWork)];
  // First, so that no row is sealed without a record.
  await unitOfWork.run(() =>
    audit.record({ staffId: 'operator', action: ACTION, subject: 'row:all', after: { reason }, ip: '' }),
  );
  const renewed = await rows.sealAll();
  return { data: { renewed }, lines: [pc.green(`${renewed} seals were made.`)] };
}
