import { DAY_MS, HOUR_MS } from '../kernel/clock.js';
import { addDays, lagosDate, lagosMidnight } from '../kernel/lagos-time.js';
import pc from 'picocolors';
import { BillingSettings } from '../contexts/billing/application/billing-settings.js';
import { SyncCatalogue } from '../contexts/billing/application/sync-catalogue.js';
import { Users } from '../contexts/identity/index.js';
import { Wallets } from '../contexts/wallet/index.js';
import { formatNaira, toNaira, ZERO_KOBO } from '../kernel/money.js';
import { Database } from '../platform/database/database.js';
import type { Config } from '../platform/config/config.js';
import type { CommandLine } from './command-line.js';
import { DemoClock } from './demo/demo-clock.js';
import { DemoActions, type DemoUser } from './demo/demo-actions.js';
import { DemoOffice } from './demo/demo-office.js';
import { actionsOn, DEMO_DAYS, DEMO_USERS, FUNKE, GBENGA, OTHER_USERS } from './demo/demo-schedule.js';
import { reconcileDemo } from './demo/demo-reconciliation.js';
import { codeOf, type DemoStaffMember, registerStaff, STAFF_ROLES } from './demo/demo-staff.js';
import { UsageError, CommandError } from './command-error.js';
import type { Terminal } from './terminal.js';
import type { ServiceContext } from './service-context.js';

const PASSWORD = 'Harmattan-Wind-26';
const FAILED_WEBHOOKS = 6;

export function demoSeed(cli: CommandLine): void {
  cli
    .command('demo:seed', 'a demonstration: users in every state, two months of money, tickets, staff; not in production')
    .option('--force', 'also into a database with other users')
    .action((options: { force?: boolean; json?: boolean }) =>
      cli.run(options, async (context, terminal) => {
        refuseRealProviders(context.config);
        const staff = await simulate(context, terminal, options.force === true);
        const users = await Promise.all([...DEMO_USERS, ...OTHER_USERS].map((user) => describe(context, user)));
        const codes = staff.map(({ role, email, totpSecret }) => ({
          role,
          email,
          totpSecret,
          code: codeOf(totpSecret, Date.now()),
        }));
        return {
          data: {
            password: PASSWORD,
            users: users.map((user) => ({ ...user, balance: toNaira(user.balanceKobo) })),
            staff: codes,
          },
          lines: [
            ...users.map(
              ({ email, referenceId, status, balanceKobo }) =>
                `${pc.bold(email)}  ${referenceId}  ${status}  ${formatNaira(balanceKobo)}`,
            ),
            ...codes.map(
              ({ role, email, totpSecret, code }) => `${pc.bold(email)}  ${role}  ${totpSecret}  now ${pc.bold(code)}`,
            ),
            `The password of all of them is ${pc.bold(PASSWORD)}. Staff sign in with a code of their key, too.`,
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

async function simulate(context: ServiceContext, terminal: Terminal, isForced: boolean): Promise<DemoStaffMember[]> {
  const begin = lagosMidnight(addDays(lagosDate(Date.now()), -DEMO_DAYS));
  const clock = new DemoClock(begin);
  context.useClock(clock);
  await refuseOtherUsers(context, isForced);
  Object.assign(await context.get(BillingSettings), { answerWithinMs: 100 });
  await (await context.get(SyncCatalogue)).execute('stale');
  const staff: DemoStaffMember[] = [];
  for (const role of STAFF_ROLES) staff.push(await registerStaff(context, role, PASSWORD));
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
  const [, support, finance] = staff;
  await workInOffice(context, new DemoOffice(context, support!, finance!), actions);
  // Sessions last a day.
  clock.set(Date.now());
  for (const user of DEMO_USERS) await actions.signIn(user);
  return staff;
}

async function workInOffice(context: ServiceContext, office: DemoOffice, actions: DemoActions): Promise<void> {
  const [ada, bayo] = DEMO_USERS;
  await office.suspend(actions.idOf(FUNKE), 'Reported as stolen phone');
  await actions.close(GBENGA);
  await office.writeFaqs();
  await office.answerTickets(DEMO_USERS.map((user) => actions.idOf(user)));
  await office.receiveContactForm();
  await office.failWebhooks(FAILED_WEBHOOKS);
  await office.leaveTraces();
  await office.propose(bayo!.email, await actions.undecidedOf(ada!));
  await reconcileDemo(context);
}

async function refuseOtherUsers(context: ServiceContext, isForced: boolean): Promise<void> {
  if (await (await context.get(Users)).findByEmail(DEMO_USERS[0]!.email))
    throw new CommandError('The demonstration users exist already.');
  const [row] = await (await context.get(Database)).rows<{ count: number }>('SELECT COUNT(*) AS count FROM user_account');
  if (!isForced && row!.count > 0)
    throw new CommandError(`There are ${row!.count} users already: name another DATA_DIR, or give --force.`);
}

async function describe(context: ServiceContext, { email }: DemoUser) {
  const user = await (await context.get(Users)).findByEmail(email);
  const balanceKobo = (user && (await (await context.get(Wallets)).balanceOf(user.id))) ?? ZERO_KOBO;
  return { email, userId: user?.id, referenceId: user?.referenceId, status: user?.status, balanceKobo };
}
