import { InvalidArgumentError, Option } from 'commander';
import { formatNaira, type Kobo, parseNaira, toNaira } from '../kernel/money.js';
import { type PaymentManner, SandboxPayments } from '../sandbox/sandbox-payments.js';
import type { CommandLine } from './command-line.js';
import { requireSandbox } from './require-sandbox.js';

interface Options {
  readonly short?: boolean;
  readonly late?: boolean;
  readonly twice?: boolean;
  readonly untold?: boolean;
  readonly json?: boolean;
}

/** Pays into an account of the sandbox bank; the running service hears of it as of every payment. */
export function sandboxPay(cli: CommandLine): void {
  cli
    .command('sandbox:pay', 'pay into a deposit account of the sandbox bank; in the sandbox only')
    .argument('<account>', 'account number of a deposit order; another one ends in suspense')
    .argument('[amount]', 'in Naira; default: what the order announced', parseAmount)
    .addOption(new Option('--short', 'half of it').conflicts(['late', 'twice', 'untold']))
    .addOption(new Option('--late', 'after the order has expired').conflicts(['short', 'twice', 'untold']))
    .addOption(new Option('--twice', 'two payments of it').conflicts(['short', 'late', 'untold']))
    .addOption(
      new Option('--untold', 'the bank tells the service nothing: reconcile finds it').conflicts(['short', 'late', 'twice']),
    )
    .action((account: string, amountKobo: Kobo | undefined, options: Options) =>
      cli.run(options, async (context) => {
        requireSandbox(context.config);
        const payments = await (await context.get(SandboxPayments)).pay(account, amountKobo, mannerOf(options));
        return {
          data: { payments: payments.map((payment) => ({ ...payment, amount: toNaira(payment.amountKobo) })) },
          lines: payments.map(
            ({ amountKobo: paid, transactionId }) => `${formatNaira(paid)} to ${account}, transaction ${transactionId}`,
          ),
        };
      }),
    );
}

function parseAmount(text: string): Kobo {
  const amountKobo = parseNaira(text);
  if (amountKobo === undefined) throw new InvalidArgumentError('Not an amount in Naira.');
  return amountKobo;
}

function mannerOf({ short, late, twice, untold }: Options): PaymentManner {
  return short ? 'short' : late ? 'late' : twice ? 'twice' : untold ? 'untold' : 'exact';
}
