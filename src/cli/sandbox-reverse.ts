import { formatNaira, toNaira } from '../kernel/money.js';
import { SandboxPayments } from '../sandbox/sandbox-payments.js';
import type { CommandLine, CommonOptions } from './command-line.js';
import { requireSandbox } from './require-sandbox.js';

/** The running service learns of it as of every payment. */
export function sandboxReverse(cli: CommandLine, account: string, options: CommonOptions): Promise<void> {
  return cli.run(options, async (context) => {
    requireSandbox(context.config);
    const payments = await (await context.get(SandboxPayments)).reverse(account);
    return {
      data: { payments: payments.map((payment) => ({ ...payment, amount: toNaira(payment.amountKobo) })) },
      lines: payments.map(
        ({ amountKobo, transactionId }) => `${formatNaira(amountKobo)} to ${account} taken back, transaction ${transactionId}`,
      ),
    };
  });
}
