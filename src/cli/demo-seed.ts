import { DAY_MS, HOUR_MS } from '../kernel/clock.js';
import { addDays, lagosDate, lagosMidnight } from '../kernel/lagos-time.js';
import pc from 'picocolors';
import { SyncCatalogue } from '../contexts/billing/application/sync-catalogue.js';
import { Users } from '../contexts/identity/index.js';
import { Wallets } from '../contexts/wallet/index.js';
import { formatNaira, toNaira, ZERO_KOBO } from '../kernel/money.js';
import type { Config } from '../platform/config/config.js';
import type { CommandLine } from './command-line.js';
import { DemoClock } from './demo/demo-clock.js';
import { DemoActions, type DemoUser } from './demo/demo-actions.js';
import { DEMO_DAYS, DEMO_USERS, actionsOn } from './demo/demo-schedule.js';
import { UsageError, CommandError } from './command-error.js';
import type { Terminal } from './terminal.js';
import type { ServiceContext } from './service-context.js';

const PASSWORD = 'Harmattan-Wind-26';

export function demoSeed(cli: CommandLine): void {
  cli
    .command('demo:seed', 'creates four demonstration users with two months of history; not in production')
    .action((options: { json?: boolean }) =>
      cli.run(options, async (context, terminal) => {
        refuseRealProviders(context.config);
        await simulate(context, terminal);
        const users = await Promise.all(DEMO_USERS.map((user) => describe(context, user)));
        return {
          data: { password: PASSWORD, users: users.map((user) => ({ ...user, balance: toNaira(user.balanceKobo) })) },
          lines: [
            ...users.map(
              ({ email, referenceId, balanceKobo }) => `${pc.bold(email)}  ${referenceId}  ${formatNaira(balanceKobo)}`,
            ),
            `The password of all of them is ${pc.bold(PASSWORD)}`,
          ],
        };
      }),
    );
}

function refuseRealProviders({ production, depositProviders, billerProviders }: Config): void {
  if (production) throw new UsageError('Demonstration data is not allowed in production.');
  if (depositProviders[0] !== 'sandbox' || billerProviders[0] !== 'sandbox')
    throw new UsageError('Demonstration data needs the sandbox: DEPOSIT_PROVIDERS and BILLER_PROVIDERS must begin with it.');
}

async function simulate(context: ServiceContext, terminal: Terminal): Promise<void> {
  const begin = lagosMidnight(addDays(lagosDate(Date.now()), -DEMO_DAYS));
  const clock = new DemoClock(begin);
  context.useClock(clock);
  const users = await context.get(Users);
  if (await users.findByEmail(DEMO_USERS[0]!.email)) throw new CommandError('The demonstration users exist already.');
  await (await context.get(SyncCatalogue)).execute('stale');
  const actions = new DemoActions(context, PASSWORD);
  const progress = terminal.progress('Days');
  try {
    for (let day = 0; day < DEMO_DAYS; day++) {
      for (const { hour, act } of actionsOn(day)) {
        clock.set(begin + day * DAY_MS + hour * HOUR_MS);
        await act(actions);
      }
      progress.show(day + 1, DEMO_DAYS);
    }
  } finally {
    progress.stop();
  }
}

async function describe(context: ServiceContext, { email }: DemoUser) {
  const user = await (await context.get(Users)).findByEmail(email);
  const balanceKobo = (user && (await (await context.get(Wallets)).balanceOf(user.id))) ?? ZERO_KOBO;
  return { email, userId: user?.id, referenceId: user?.referenceId, balanceKobo };
}
