import pc from 'picocolors';
import { Audit } from '../contexts/audit/index.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';
import { SealedRows } from '../platform/crypto/sealed-rows.js';
import { CommandError, UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';
import type { Report } from './report.js';
import type { ServiceContext } from './service-context.js';
import { table as linesOf } from './terminal.js';

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
