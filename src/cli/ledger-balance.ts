import pc from 'picocolors';
import { History, Wallets } from '../ledger/index.js';
import { Clock } from '../kernel/clock.js';
import { formatNaira, toNaira } from '../kernel/money.js';
import type { CommandLine } from './command-line.js';
import { formatTime } from './time-options.js';
import { findUser } from './find-user.js';
import { CommandError } from './command-error.js';
import { table } from './terminal.js';
import type { ServiceContext } from './service-context.js';

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
