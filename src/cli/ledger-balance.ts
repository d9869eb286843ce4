import pc from 'picocolors';
import { History } from '../contexts/wallet/application/ports/history.js';
import { Wallets } from '../contexts/wallet/index.js';
import { Clock } from '../kernel/clock.js';
import { formatNaira, toNaira } from '../kernel/money.js';
import type { CommandLine } from './command-line.js';
import { parseTime, formatTime, TIME_HELP } from './time-options.js';
import { findUser, USER_HELP } from './find-user.js';
import { Refusal } from './refusal.js';
import { table } from './screen.js';
import type { Tool } from './tool.js';

interface Options {
  readonly user: string;
  readonly at?: number;
  readonly json?: boolean;
}

/** The balance of a wallet or of one of the service's own accounts, now or at a past moment. */
export function ledgerBalance(cli: CommandLine): void {
  cli
    .command('ledger:balance', 'the balance of a wallet, now or at a past moment')
    .requiredOption('--user <who>', `${USER_HELP}, or an account of the service as system:fees`)
    .option('--at <time>', TIME_HELP, parseTime)
    .action((options: Options) =>
      cli.run(options, async (tool) => {
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
      }),
    );
}

async function findAccount(tool: Tool, who: string): Promise<{ account: string; name: string }> {
  if (!who.startsWith('system:')) {
    const { id, firstName, lastName, email } = await findUser(tool, who);
    return { account: id, name: `${firstName} ${lastName} <${email}>` };
  }
  const wallets = await tool.get(Wallets);
  if (!(await wallets.find(who))) throw new Refusal(`There is no account ${who}`);
  return { account: who, name: who };
}
