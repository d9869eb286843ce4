import { Option } from 'commander';
import type { Declaration } from '../command-line.js';
import type {
  LedgerAcceptFaultOptions,
  LedgerAcceptLossOptions,
  LedgerAnchorOptions,
  LedgerVerifyOptions,
} from '../ledger-proof.js';
import type { LedgerArchiveOptions } from '../ledger-archive.js';
import type { LedgerBalanceOptions, LedgerTrialBalanceOptions, StatementOptions } from '../ledger-balances.js';
import type { SafeguardingListOptions, SafeguardingVerifyOptions } from '../safeguarding.js';
import { parseDay, parseEnd, parseTime, TIME_HELP, USER_HELP } from '../options.js';

export const LEDGER_COMMANDS: readonly Declaration[] = [
  (cli) =>
    cli
      .command(
        'ledger:verify',
        'recompute balances, sums and the hash chain; names every wrong row and exits 1 on any difference',
      )
      .option('--anchors [url]', 'compare the chain with the signed heads at this place (default: LEDGER_ANCHOR_URL)')
      .option('--since-checkpoint', 'trust the last verification, and verify only what came after it')
      .option('--workers <count>', 'recompute batches in this many threads, if everything is verified', '0')
      .action(async (options: LedgerVerifyOptions) => (await import('../ledger-proof.js')).ledgerVerify(cli, options)),

  (cli) =>
    cli
      .command('ledger:balance', 'show the balance of a wallet, now or at a past time')
      .requiredOption('--user <who>', `${USER_HELP}, or an account of the service as system:fees`)
      .option('--at <time>', TIME_HELP, parseTime)
      .action(async (options: LedgerBalanceOptions) => (await import('../ledger-balances.js')).ledgerBalance(cli, options)),

  (cli) =>
    cli
      .command(
        'ledger:trial-balance',
        'list all accounts with their debits and credits, now or at a past time; exit 1 unless the sums are equal',
      )
      .option('--at <time>', TIME_HELP, parseTime)
      .action(async (options: LedgerTrialBalanceOptions) =>
        (await import('../ledger-balances.js')).ledgerTrialBalance(cli, options),
      ),

  (cli) =>
    cli
      .command('ledger:anchor', 'write the signed head of the hash chain to a place outside of the database')
      .option('--to <url>', 'file:///path or s3:https://key:secret@host/bucket (default: LEDGER_ANCHOR_URL)')
      .option('--public-key', 'print the key that verifies anchors instead')
      .action(async (options: LedgerAnchorOptions) => (await import('../ledger-proof.js')).ledgerAnchor(cli, options)),

  (cli) =>
    cli
      .command('ledger:archive', 'move the postings of closed months to compressed files; they stay readable')
      .requiredOption(
        '--older-than <age>',
        'calendar months of Lagos that stay in the database beside the current one; or days, as 30d, beside the current month',
      )
      .option('--dry-run', 'move nothing, and say what would be moved')
      .action(async (options: LedgerArchiveOptions) => (await import('../ledger-archive.js')).ledgerArchive(cli, options)),

  (cli) =>
    cli
      .command(
        'ledger:accept-loss',
        'list the acknowledged movements of money that a restored database lacks; --yes goes on without them',
      )
      .option('--yes', 'accept the loss: money moves again on the present database')
      .action(async (options: LedgerAcceptLossOptions) => (await import('../ledger-proof.js')).ledgerAcceptLoss(cli, options)),

  (cli) =>
    cli
      .command(
        'ledger:accept-fault <digest>',
        'set a fault aside that ledger:verify names; needs two operators, one after the other',
      )
      .option('--operator <name>', 'name of the operator who signs')
      .option('--reason <text>', 'why it is known and harmless; the first operator gives it')
      .action(async (digest: string, options: LedgerAcceptFaultOptions) =>
        (await import('../ledger-proof.js')).ledgerAcceptFault(cli, digest, options),
      ),

  (cli) =>
    cli
      .command(
        'safeguarding:list',
        'list the balance of each wallet at the end of a day, with sum and root of a tree of hashes, as lines of JSON',
      )
      .requiredOption('--day <date>', 'YYYY-MM-DD in Lagos, which is over', parseDay)
      .requiredOption('--out <file>', 'output file, readable by its owner only')
      .option('--user <who>', `instead of the list, prove that it has the balance of this user: ${USER_HELP}`)
      .action(async (options: SafeguardingListOptions) => (await import('../safeguarding.js')).safeguardingList(cli, options)),

  (cli) =>
    cli
      .command(
        'safeguarding:verify <file>',
        'check the sum and the root of a list; needs neither settings nor data; exit 1 on any fault',
      )
      .option('--root <hash>', 'the published root')
      .option('--statement <file>', 'proof of one balance, from safeguarding:list --user')
      .action(async (file: string, options: SafeguardingVerifyOptions) =>
        (await import('../safeguarding.js')).safeguardingVerify(cli, file, options),
      ),

  (cli) =>
    cli
      .command('statement', "make a wallet's statement as CSV or PDF")
      .requiredOption('--user <who>', USER_HELP)
      .requiredOption('--from <time>', TIME_HELP, parseTime)
      .requiredOption('--to <time>', 'the end, exclusive; a date alone takes that whole day in', parseEnd)
      .addOption(new Option('--format <format>', 'kind of file').choices(['csv', 'pdf']).default('csv'))
      .option('--out <file>', 'output file; default: stdout')
      .action(async (options: StatementOptions, command) => {
        if (options.to <= options.from) command.error('error: --to must be later than --from');
        if (options.json && !options.out) command.error('error: --json needs --out, the statement itself goes to stdout');
        if (options.format === 'pdf' && !options.out && process.stdout.isTTY)
          command.error('error: a PDF is not for the terminal, give --out');
        return (await import('../ledger-balances.js')).statement(cli, options);
      }),
];
