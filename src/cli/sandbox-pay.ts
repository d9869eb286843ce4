import { formatNaira, type Kobo, toNaira } from '../kernel/money.js';
import { type PaymentManner, SandboxPayments } from '../sandbox/sandbox-payments.js';
import type { CommandLine } from './command-line.js';
import { requireSandbox } from './require-sandbox.js';

export interface SandboxPayOptions {
  readonly short?: boolean;
  readonly late?: boolean;
  readonly twice?: boolean;
  readonly untold?: boolean;
  readonly json?: boolean;
}

/** Pays into an account of the sandbox bank; the running service learns of it as of every payment. */
export function sandboxPay(
  cli: CommandLine,
  account: string,
  amountKobo: Kobo | undefined,
  options: SandboxPayOptions,
): Promise<void> {
  return cli.run(options, async (context) => {
    requireSandbox(context.config);
    const payments = await (await context.get(SandboxPayments)).pay(account, amountKobo, mannerOf(options));
    return {
      data: { payments: payments.map((payment) => ({ ...payment, amount: toNaira(payment.amountKobo) })) },
      lines: payments.map(
        ({ amountKobo: paid, transactionId }) => `${formatNaira(paid)} to ${account}, transaction ${transactionId}`,
      ),
    };
  });
}

function mannerOf({ short, late, twice, untold }: SandboxPayOptions): PaymentManner {
  return short ? 'short' : late ? 'late' : twice ? 'twice' : untold ? 'untold' : 'exact';
}
