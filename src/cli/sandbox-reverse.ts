import { formatNaira, toNaira } from '../kernel/money.js';
import { SandboxPayments } from '../sandbox/sandbox-payments.js';
import type { CommandLine } from './command-line.js';
import { requireSandbox } from './require-sandbox.js';

/** The running service hears of it as of every payment. */
export function sandboxReverse(cli: CommandLine): void {
  cli
    .command('sandbox:reverse', 'take the payments into an account of the sandbox bank back; in the sandbox only')
    .argument('<account>', 'account number that was paid into')
    .action((account: string, options: { json?: boolean }) =>
      cli.run(options, async (context) => {
        requireSandbox(context.config);
        const payments = await (await context.get(SandboxPayments)).reverse(account);
        return {
          data: { payments: payments.map((payment) => ({ ...payment, amount: toNaira(payment.amountKobo) })) },
          lines: payments.map(
            ({ amountKobo, transactionId }) =>
              `${formatNaira(amountKobo)} to ${account} taken back, transaction ${transactionId}`,
          ),
        };
      }),
    );
}
