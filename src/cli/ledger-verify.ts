import pc from 'picocolors';
import { type LedgerVerdict, VerifyLedger } from '../contexts/wallet/application/verify-ledger.js';
import type { CommandLine } from './command-line.js';
import { table } from './terminal.js';

export function ledgerVerify(cli: CommandLine): void {
  cli
    .command('ledger:verify', 'recompute balances, sums and the hash chain; exit 1 and the first wrong row on any difference')
    .action((options: { json?: boolean }) =>
      cli.run(options, async (context, terminal) => {
        const verifyLedger = await context.get(VerifyLedger);
        const progress = terminal.progress('Batches');
        try {
          const result = await verifyLedger.execute(({ batches, of }) => progress.show(batches, of));
          return { data: result, lines: describe(result), ok: result.ok };
        } finally {
          progress.stop();
        }
      }),
    );
}

function describe({ wrong, batches, journals, postings, accounts }: LedgerVerdict): string[] {
  const counted = `${batches} batches, ${journals} journals, ${postings} postings, ${accounts} accounts`;
  if (!wrong) return [`${pc.green('The ledger is right.')} ${counted}`];
  return [
    `${pc.red('The ledger is wrong.')} Up to there: ${counted}`,
    ...table([
      ['First wrong row', pc.bold(`${wrong.table} ${wrong.key}`)],
      ['Column', wrong.column],
      ['Expected', wrong.expected],
      ['Found', wrong.found],
    ]),
  ];
}
