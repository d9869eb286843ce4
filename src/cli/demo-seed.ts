import pc from 'picocolors';
import { SyncCatalogue } from '../contexts/billing/application/sync-catalogue.js';
import { Users } from '../contexts/identity/index.js';
import { Wallets } from '../contexts/wallet/index.js';
import { formatNaira, toNaira, ZERO_KOBO } from '../kernel/money.js';
import type { Config } from '../platform/config/config.js';
import type { CommandLine } from './command-line.js';
import { DemoClock } from './demo/demo-clock.js';
import { DemoLife, type DemoPerson } from './demo/demo-life.js';
import { DEMO_DAYS, DEMO_PEOPLE, habitsOf } from './demo/two-months.js';
import { Misuse, Refusal } from './refusal.js';
import type { Screen } from './screen.js';
import type { Tool } from './tool.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const PASSWORD = 'Harmattan-Wind-26';

/** People with money and two months of history, to play with. */
export function demoSeed(cli: CommandLine): void {
  cli
    .command('demo:seed', 'four people with two months of history, to play with; never in production')
    .action((options: { json?: boolean }) =>
      cli.run(options, async (tool, screen) => {
        refuseRealMoney(tool.config);
        await live(tool, screen);
        const people = await Promise.all(DEMO_PEOPLE.map((person) => describe(tool, person)));
        return {
          data: { password: PASSWORD, people: people.map((person) => ({ ...person, balance: toNaira(person.balanceKobo) })) },
          lines: [
            ...people.map(
              ({ email, referenceId, balanceKobo }) => `${pc.bold(email)}  ${referenceId}  ${formatNaira(balanceKobo)}`,
            ),
            `They all sign in with the password ${pc.bold(PASSWORD)}`,
          ],
        };
      }),
    );
}

function refuseRealMoney({ production, depositProviders, billerProviders }: Config): void {
  if (production) throw new Misuse('There are no demo people in production.');
  if (depositProviders[0] !== 'sandbox' || billerProviders[0] !== 'sandbox')
    throw new Misuse('Demo people pay with the sandbox: DEPOSIT_PROVIDERS and BILLER_PROVIDERS must begin with it.');
}

async function live(tool: Tool, screen: Screen): Promise<void> {
  const begin = Math.floor(Date.now() / DAY_MS) * DAY_MS - DEMO_DAYS * DAY_MS;
  const clock = new DemoClock(begin);
  tool.useClock(clock);
  const users = await tool.get(Users);
  if (await users.findByEmail(DEMO_PEOPLE[0]!.email)) throw new Refusal('The demo people are here already.');
  await (await tool.get(SyncCatalogue)).execute('stale');
  const life = new DemoLife(tool, PASSWORD);
  const progress = screen.progress('Days');
  try {
    for (let day = 0; day < DEMO_DAYS; day++) {
      for (const { hour, act } of habitsOf(day)) {
        clock.set(begin + day * DAY_MS + hour * HOUR_MS);
        await act(life);
      }
      progress.show(day + 1, DEMO_DAYS);
    }
  } finally {
    progress.stop();
  }
}

async function describe(tool: Tool, { email }: DemoPerson) {
  const person = await (await tool.get(Users)).findByEmail(email);
  const balanceKobo = (person && (await (await tool.get(Wallets)).balanceOf(person.id))) ?? ZERO_KOBO;
  return { email, userId: person?.id, referenceId: person?.referenceId, balanceKobo };
}
