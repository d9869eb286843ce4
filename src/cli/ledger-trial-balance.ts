import pc from 'picocolors';
import { DrawTrialBalance, type TrialBalance } from '../ledger/index.js';
import { Clock } from '../kernel/clock.js';
import { formatAmount, toNaira } from '../kernel/money.js';
import type { CommandLine } from './command-line.js';
import { formatTime } from './time-options.js';

const AMOUNT_WIDTH = 20;

export interface LedgerTrialBalanceOptions {
  readonly at?: number;
  readonly json?: boolean;
}

export function ledgerTrialBalance(cli: CommandLine, options: LedgerTrialBalanceOptions): Promise<void> {
  return cli.read(options, async (context) => {
    const at = options.at ?? (await context.get(Clock)).now();
    const balance = await (await context.get(DrawTrialBalance)).execute(options.at);
    const { debitKobo, creditKobo, isBalanced } = balance;
    const data = { at: new Date(at).toISOString(), debit: toNaira(debitKobo), credit: toNaira(creditKobo), isBalanced };
    return { data: { ...data, accounts: balance.lines.map(toData) }, lines: describe(balance, at), ok: isBalanced };
  });
}

function toData({ account, name, type, debitKobo, creditKobo }: TrialBalance['lines'][number]) {
  return { account: account || 'wallets', name, type, debit: toNaira(debitKobo), credit: toNaira(creditKobo) };
}

function describe({ lines, debitKobo, creditKobo, isBalanced }: TrialBalance, at: number): string[] {
  const rows = lines.map(({ type, name, ...line }) => [type, name, amountOf(line.debitKobo), amountOf(line.creditKobo)] as const);
  const width = Math.max(...rows.map(([, name]) => name.length));
  const row = ([type, name, debit, credit]: readonly [string, string, string, string]) =>
    `${type.padEnd(10)} ${name.padEnd(width)} ${debit.padStart(AMOUNT_WIDTH)} ${credit.padStart(AMOUNT_WIDTH)}`;
  return [
    `Trial balance at ${formatTime(at)} (Lagos)`,
    pc.dim(row(['Type', 'Account', 'Debit', 'Credit'])),
    ...rows.map(row),
    pc.bold(row(['', 'Sum', formatAmount(debitKobo), formatAmount(creditKobo)])),
    isBalanced ? 'The sums are equal' : pc.red('The sums differ: run ledger:verify'),
  ];
}

function amountOf(amountKobo: bigint): string {
  return amountKobo === 0n ? '' : formatAmount(amountKobo);
}
