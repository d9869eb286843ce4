import type { Config } from '../platform/config/config.js';
import { UsageError } from './terminal.js';
import { formatNaira, type Kobo, toNaira } from '../kernel/money.js';
import { type PaymentManner, SandboxPayments } from '../sandbox/sandbox-payments.js';
import type { CommandLine, CommonOptions } from './command-line.js';
import { SandboxOutcomes } from '../sandbox/sandbox-outcomes.js';
import { type SandboxOutcome } from '../sandbox/outcome-names.js';
import { Clock, isoTime, MINUTE_MS } from '../kernel/clock.js';
import { SandboxClock } from '../sandbox/sandbox-clock.js';
import { formatTime } from './options.js';

/** @throws UsageError with real providers and in production */
export function requireSandbox({ isSandbox, production }: Config): void {
  if (production) throw new UsageError('The sandbox is not changed in production.');
  if (!isSandbox)
    throw new UsageError('This is for the sandbox: none of DEPOSIT_PROVIDERS, BILLER_PROVIDERS and PAYOUT_PROVIDERS names it.');
}

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

/** Ends an undecided purchase at the sandbox provider; the running service learns it at its next query, within seconds. */
export function sandboxOutcome(cli: CommandLine, order: string, outcome: SandboxOutcome, options: CommonOptions): Promise<void> {
  return cli.run(options, async (context) => {
    requireSandbox(context.config);
    await (await context.get(SandboxOutcomes)).decide(order, outcome);
    return { data: { order, outcome }, lines: [`The sandbox now says of ${order}: ${outcome}`] };
  });
}

/** Without an argument it tells the time. */
export function sandboxClock(cli: CommandLine, forwardMs: number | undefined, options: CommonOptions): Promise<void> {
  return cli.run(options, async (context) => {
    requireSandbox(context.config);
    const sandboxClock = await context.get(SandboxClock);
    const aheadMs = forwardMs === undefined ? await sandboxClock.follow() : await sandboxClock.forward(forwardMs);
    const now = (await context.get(Clock)).now();
    return {
      data: { now: isoTime(now), aheadSeconds: aheadMs / 1000 },
      lines: [`${formatTime(now)} (Lagos), ${aheadMs / MINUTE_MS} minutes ahead`],
    };
  });
}
