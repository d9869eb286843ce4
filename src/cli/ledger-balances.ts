import pc from 'picocolors';
import { History, Wallets, DrawTrialBalance, type TrialBalance } from '../ledger/index.js';
import { Clock } from '../kernel/clock.js';
import { formatNaira, toNaira, formatAmount } from '../kernel/money.js';
import type { CommandLine } from './command-line.js';
import { formatTime } from './options.js';
import { findUser, type ServiceContext } from './service-context.js';
import { CommandError, table, type Report } from './terminal.js';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ExportStatement, type StatementFormatName } from '../contexts/wallet/index.js';

export interface LedgerBalanceOptions {
  readonly user: string;
  readonly at?: number;
  readonly json?: boolean;
}

export function ledgerBalance(cli: CommandLine, options: LedgerBalanceOptions): Promise<void> {
  return cli.read(options, async (tool) => {
    const { account, name } = await findAccount(tool, options.user);
    const at = options.at ?? (await tool.get(Clock)).now();
    const balance = await (await tool.get(History)).balanceAt(account, at);
    return {
      data: { account, at: new Date(at).toISOString(), balance: toNaira(balance), balanceKobo: balance, currency: 'NGN' },
      lines: table([
        ['Wallet', name],
        ['At', `${formatTime(at)} (Lagos)`],
        ['Balance', pc.bold(formatNaira(balance))],
      ]),
    };
  });
}

async function findAccount(context: ServiceContext, holder: string): Promise<{ account: string; name: string }> {
  if (!holder.startsWith('system:')) {
    const { id, firstName, lastName, email } = await findUser(context, holder);
    return { account: id, name: `${firstName} ${lastName} <${email}>` };
  }
  const wallets = await context.get(Wallets);
  if (!(await wallets.find(holder))) throw new CommandError(`There is no account ${holder}`);
  return { account: holder, name: holder };
}

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

export interface StatementOptions {
  readonly user: string;
  readonly from: number;
  readonly to: number;
  readonly format: StatementFormatName;
  readonly out?: string;
  readonly json?: boolean;
}

export function statement(cli: CommandLine, options: StatementOptions): Promise<void> {
  return cli.read(options, (context, terminal) => write(context, terminal.stdout, options));
}

async function write(
  context: ServiceContext,
  stdout: Writable,
  { user, from, to, format, out }: StatementOptions,
): Promise<Report> {
  const holder = await findUser(context, user);
  const name = `${holder.firstName} ${holder.lastName}`.trim();
  const exportStatement = await context.get(ExportStatement);
  const bytes = exportStatement.execute({ account: holder.id, holder: { ...holder, name }, from, to, format });
  // 0600, because a statement is personal data.
  const target: Writable = out ? createWriteStream(out, { mode: 0o600 }) : stdout;
  let size = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(bytes, counted, target, { end: out !== undefined });
  return { data: { user: holder.id, format, file: out, bytes: size }, lines: out ? [`${out} (${size} bytes)`] : [] };
}
