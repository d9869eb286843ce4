import pc from 'picocolors';
import { AcceptLoss, type LossReport } from '../ledger/index.js';
import type { CommandLine } from './command-line.js';
import { table } from './terminal.js';
import { formatTime } from './time-options.js';

export interface LedgerAcceptLossOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Lists the commands that a stale copy of the database lacks; with confirmation, accepts the loss. */
export function ledgerAcceptLoss(cli: CommandLine, options: LedgerAcceptLossOptions): Promise<void> {
  return cli.run(options, async (context) => {
    const report = await (await context.get(AcceptLoss)).execute(options.yes === true);
    return { data: report, lines: describe(report), ok: !report.lost || report.accepted };
  });
}

function describe({ head, lost, commands, accepted }: LossReport): string[] {
  if (!lost) return [`${pc.green('Nothing is lost.')} The chain ends with batch ${head.batchNo}`];
  return [
    pc.red('The database lacks money movements that were acknowledged.'),
    ...table([
      ['Acknowledged up to', `batch ${lost.batchNo}, ${formatTime(lost.writtenAt)} (Lagos)`],
      ['The chain ends with', `batch ${head.batchNo}`],
    ]),
    commands.length > 0
      ? 'Acknowledged and not in the database, as remembered beside this process (scope, action, key):'
      : 'Which ones is not remembered beside this process.',
    ...commands.map(({ scope, action, key, at }) => `${formatTime(at)}  ${scope}  ${action}  ${key}`),
    accepted ? pc.green('Accepted: money moves again.') : 'Restore the right database, or accept this one with --yes.',
  ];
}
