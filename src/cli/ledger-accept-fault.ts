import pc from 'picocolors';
import { type AcceptedFault, AcceptFault, type NotAccepted } from '../ledger/index.js';
import { CommandError, UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';
import { table } from './terminal.js';
import { formatTime } from './time-options.js';

export interface LedgerAcceptFaultOptions {
  readonly operator?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

const LONGEST_NAME = 64;
const LONGEST_REASON = 1_024;

const REFUSALS: Readonly<Record<NotAccepted, string>> = {
  'no such fault': 'ledger:verify does not find this fault now, so there is nothing to set aside.',
  'never accepted': 'A missing or damaged file, an anchor and a checkpoint are put right, and not set aside.',
  'the same operator': 'You have signed already: another operator runs the same command.',
  'accepted already': 'Two operators have set this fault aside already.',
  'no reason': 'The first operator says why it is harmless: --reason.',
  'not signed by us': 'The first signature was not made under a key of this installation: somebody wrote it into the database.',
};

/** Two operators set a known fault aside, one after the other. */
export function ledgerAcceptFault(cli: CommandLine, digest: string, options: LedgerAcceptFaultOptions): Promise<void> {
  return cli.run(options, async (context) => {
    const operator = given(options.operator, '--operator', LONGEST_NAME);
    const reason = options.reason === undefined ? '' : given(options.reason, '--reason', LONGEST_REASON);
    const result = await (await context.get(AcceptFault)).execute(digest, operator, reason);
    if (typeof result === 'string') throw new CommandError(REFUSALS[result]);
    return { data: result, lines: describe(result), ok: true };
  });
}

function given(text = '', option: string, longest: number): string {
  const value = text.trim();
  if (value === '' || value.length > longest) throw new UsageError(`${option} has 1 to ${longest} characters.`);
  return value;
}

function describe({ exception, isAccepted }: AcceptedFault): string[] {
  return [
    isAccepted
      ? pc.green('Set aside: ledger:verify is quiet about exactly this.')
      : pc.yellow('Signed. It is a fault until another operator runs the same command.'),
    ...table([
      ['Row', pc.bold(`${exception.table} ${exception.key}`)],
      ['Column', exception.column],
      ['Expected', exception.expected],
      ['Found', exception.found],
      ['Reason', exception.reason],
      ...exception.signatures.map(({ operator, signedAt }): [string, string] => [
        'Signed',
        `${operator}, ${formatTime(signedAt)}`,
      ]),
    ]),
  ];
}
