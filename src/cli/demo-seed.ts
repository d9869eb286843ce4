import pc from 'picocolors';
import { RebuildStatistics } from '../contexts/analytics/index.js';
import { Clock } from '../kernel/clock.js';
import { formatNaira, toNaira } from '../kernel/money.js';
import type { Config } from '../platform/config/config.js';
import { ProvidersEnvironment } from '../platform/providers/providers.settings.js';
import { Database } from '../platform/database/database.js';
import { CommandError, UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';
import { DemoClock } from './demo/demo-clock.js';
import { copyRows, MONEY_MOVED } from './demo/demo-copy.js';
import { DemoFolder } from './demo/demo-folder.js';
import { PEOPLE_DOMAIN } from './demo/demo-people.js';
import { type Demonstration, describeDemo } from './demo/describe-demo.js';
import { beginOf, leaveUndone, simulateDays } from './demo/simulate.js';
import type { Report } from './report.js';
import type { ServiceContext } from './service-context.js';
import type { Terminal } from './terminal.js';

const PASSWORD = 'Harmattan-Wind-26';
const NO_MORE_USERS =
  'The demonstration is here already, and further users cannot be added to it: make another one in an empty folder (DATA_DIR=.data-demo).';

export interface DemoSeedOptions {
  readonly force?: boolean;
  /** Number of users beside those with a story. */
  readonly users?: number;
  readonly show?: boolean;
  readonly json?: boolean;
}

export function demoSeed(cli: CommandLine, options: DemoSeedOptions): Promise<void> {
  return cli.run(options, async (context, terminal) => {
    refuseRealProviders(context.config);
    const { staff, people } = await describeDemo(context);
    const isThere = staff.length > 0;
    if (isThere && (options.users ?? 0) > people) throw new CommandError(NO_MORE_USERS);
    if (!isThere && options.show) throw new CommandError('There is no demonstration here yet: demo:seed makes it.');
    if (!isThere) {
      await refuseOthers(context, options.force === true);
      await seed(context, terminal, cli, options.users ?? 0);
    }
    // Runs also after a run that ended before it.
    if (!options.show) await (await context.get(RebuildStatistics)).execute();
    return report(await describeDemo(context));
  });
}

/** Works in a place of its own, so that neither the clock nor the jobs of a running service take part, and then copies at once. */
async function seed(context: ServiceContext, terminal: Terminal, cli: CommandLine, people: number): Promise<void> {
  const now = (await context.get(Clock)).now();
  const clock = new DemoClock(beginOf(now));
  const place = new DemoFolder(context.config, clock, cli.environment.stderr);
  const progress = terminal.progress('Days');
  // One at a time, because each names its data source the same.
  await context.close();
  try {
    const staff = await place.with('service', (service) =>
      simulateDays(service, clock, { now, password: PASSWORD, people }, (done, of) => progress.show(done, of)),
    );
    await place.with('tool', (tool) => leaveUndone(tool, staff));
    await copyRows(place.databaseFile, await context.get(Database));
  } finally {
    progress.stop();
    place.remove();
  }
}

function refuseRealProviders(config: Config): void {
  if (config.production) throw new UsageError('Demonstration data is not allowed in production.');
  const providers = config.of(ProvidersEnvironment);
  if ((['deposit', 'biller', 'payout'] as const).some((kind) => providers.providersOf(kind)[0] !== 'sandbox'))
    throw new UsageError(
      'Demonstration data needs the sandbox: DEPOSIT_PROVIDERS, BILLER_PROVIDERS and PAYOUT_PROVIDERS must begin with it.',
    );
}

async function refuseOthers(context: ServiceContext, isForced: boolean): Promise<void> {
  const database = await context.get(Database);
  const [head] = await database.rows<{ batch_no: number }>('SELECT batch_no FROM ledger_head WHERE id = 1');
  if (head!.batch_no > 0) throw new CommandError(MONEY_MOVED);
  const [users] = await database.rows<{ count: number }>('SELECT COUNT(*) AS count FROM user_account');
  if (!isForced && users!.count > 0)
    throw new CommandError(`There are ${users!.count} users already: --force adds the demonstration beside them.`);
}

function report({ users, people, staff }: Demonstration): Report {
  const width = Math.max(...[...users, ...staff].map(({ email }) => email.length));
  const name = (email: string) => pc.bold(email.padEnd(width));
  return {
    data: { password: PASSWORD, people, users: users.map((user) => ({ ...user, balance: toNaira(user.balanceKobo) })), staff },
    lines: [
      'Users',
      ...users.map(
        ({ email, referenceId, status, balanceKobo }) =>
          `  ${name(email)}  ${referenceId}  ${status.padEnd(9)}  ${formatNaira(balanceKobo)}`,
      ),
      ...(people > 0 ? [`  and ${people} further users at ${PEOPLE_DOMAIN}`] : []),
      'Staff, for the console at /console',
      ...staff.map(
        ({ role, email, totpSecret, code }) => `  ${name(email)}  ${role.padEnd(13)}  code ${pc.bold(code)}  key ${totpSecret}`,
      ),
      `The password of all is ${pc.bold(PASSWORD)}. A code is valid for about a minute: demo:seed --show prints the present ones, and an`,
      'authenticator app makes them of the keys.',
    ],
  };
}
