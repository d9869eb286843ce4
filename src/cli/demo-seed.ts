import type { ColumnValue } from '../kernel/row-changes.js';
import { Database } from '../platform/database/database.js';
import { insertAll, insertNew } from '../platform/database/insert-new.js';
import { SqliteConnection } from '../platform/database/sqlite-driver.js';
import { CommandError, UsageError, type Report, type Terminal } from './terminal.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { Clock } from '../kernel/clock.js';
import { Config } from '../platform/config/config.js';
import { SQLITE_FILE } from '../platform/config/data-folder.js';
import { KeysEnvironment } from '../platform/crypto/keys.settings.js';
import { ServiceContext } from './service-context.js';
import { Users } from '../contexts/sign-in/index.js';
import { SecondFactorStore, StaffProfiles } from '../contexts/staff/members/index.js';
import { Wallets } from '../ledger/index.js';
import { type Kobo, ZERO_KOBO, formatNaira, toNaira } from '../kernel/money.js';
import { PEOPLE_DOMAIN, DEMO_USERS, OTHER_USERS } from './demo/schedule.js';
import { addressOf, codeOf, STAFF_ROLES, type StaffRole } from './demo/people.js';
import pc from 'picocolors';
import { RebuildStatistics } from '../contexts/analytics/index.js';
import { ProvidersEnvironment } from '../platform/providers/providers.settings.js';
import type { CommandLine } from './command-line.js';
import { DemoClock, beginOf, leaveUndone, simulateDays } from './demo/simulate.js';

/** Tables of the installation, or summed up anew afterwards. */
const LEFT_OUT = new Set([
  'migration',
  'migration_step',
  'schema_version',
  'lease',
  'ledger_checkpoint',
  'ledger_head',
  'journal_cursor',
  'sandbox_clock',
  'statistic',
]);
/** Tables that every installation fills for itself, with the same keys. */
const SHARED = new Set([
  'active_user',
  'bank',
  'bank_match',
  'bank_sync',
  'biller',
  'biller_item',
  'biller_trade',
  'catalogue_sync',
  'faq_category',
  'ledger_check',
  'ledger_key',
  'route',
  'service_category',
]);

interface Head {
  readonly batch_no: number;
  readonly hash: string;
  readonly recorded: number;
}

interface Cursor {
  readonly consumer: string;
  readonly batch_no: number;
  readonly position: number;
}

/**
 * Adds all rows of the SQLite file to the database, in one transaction.
 * @throws CommandError where money has moved, because the chain of its books begins with the first movement
 */
export async function copyRows(file: string, database: Database): Promise<void> {
  const source = new SqliteConnection(file, { readonly: true });
  const read = <Row>(sql: string) => source.prepare(sql).all() as Row[];
  try {
    const tables = read<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    await database.transaction(async () => {
      await takeHead(database, read<Head>('SELECT batch_no, hash, recorded FROM ledger_head WHERE id = 1')[0]!);
      for (const { consumer, batch_no, position } of read<Cursor>('SELECT consumer, batch_no, position FROM journal_cursor'))
        await database.rows('UPDATE journal_cursor SET batch_no = ?, position = ? WHERE consumer = ?', [
          batch_no,
          position,
          consumer,
        ]);
      for (const { name } of tables.filter((table) => !LEFT_OUT.has(table.name))) {
        const rows = read<Record<string, ColumnValue>>(`SELECT * FROM "${name}"`);
        const columns = Object.keys(rows[0] ?? {});
        const insert = SHARED.has(name) ? insertNew : insertAll;
        await insert(
          database,
          name,
          columns,
          rows.map((row) => columns.map((column) => row[column]!)),
        );
      }
    });
  } finally {
    source.close();
  }
}

/** It is the first statement, so that it waits for others' writes and then sees them. */
async function takeHead(database: Database, { batch_no, hash, recorded }: Head): Promise<void> {
  const set = 'UPDATE ledger_head SET batch_no = ?, hash = ?, recorded = ? WHERE id = 1 AND batch_no = 0';
  await database.rows(set, [batch_no, hash, recorded]);
  const [head] = await database.rows<{ hash: string }>('SELECT hash FROM ledger_head WHERE id = 1');
  if (head?.hash !== hash) throw new CommandError(MONEY_MOVED);
}

export const MONEY_MOVED =
  'Money has moved here already, and two months before it cannot be added. Start a second service by PORT=3001 DATA_DIR=.data-demo npm start, and run DATA_DIR=.data-demo ./harmattan demo:seed.';

/** A temporary installation that nobody else uses, under the keys of the one that gets the demonstration. */
export class DemoFolder {
  private readonly folder = mkdtempSync(join(tmpdir(), 'harmattan-demo-seed-'));
  private readonly environment: NodeJS.ProcessEnv;

  constructor(
    config: Config,
    private readonly clock: Clock,
    private readonly log: Writable,
  ) {
    const { ledgerKey } = config.of(KeysEnvironment);
    this.environment = {
      DATA_DIR: this.folder,
      LOG_LEVEL: 'fatal',
      APP_KEY: config.appKey.toString('base64'),
      ...(ledgerKey ? { LEDGER_KEY: ledgerKey.toString('base64') } : {}),
    };
  }

  get databaseFile(): string {
    return join(this.folder, SQLITE_FILE);
  }

  /** A service with its jobs, or a tool without them. */
  async with<Result>(role: 'service' | 'tool', work: (context: ServiceContext) => Promise<Result>): Promise<Result> {
    const config = role === 'service' ? Config.load(this.environment) : Config.loadForTool(this.environment);
    const context = new ServiceContext(config, this.log);
    context.useClock(this.clock);
    try {
      return await work(context);
    } finally {
      await context.close();
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface DescribedUser {
  readonly email: string;
  readonly userId: string;
  readonly referenceId: string;
  readonly status: string;
  readonly balanceKobo: Kobo;
}

interface DescribedStaff {
  readonly role: StaffRole;
  readonly email: string;
  readonly totpSecret: string;
  /** The present one of the authenticator app. */
  readonly code: string;
}

export interface Demonstration {
  readonly users: readonly DescribedUser[];
  /** Number of other people. */
  readonly people: number;
  readonly staff: readonly DescribedStaff[];
}

export async function describeDemo(context: ServiceContext): Promise<Demonstration> {
  const users: DescribedUser[] = [];
  for (const { email } of [...DEMO_USERS, ...OTHER_USERS]) {
    const user = await (await context.get(Users)).findByEmail(email);
    if (!user) continue;
    const { id: userId, referenceId, status } = user;
    const balanceKobo = (await (await context.get(Wallets)).balanceOf(userId)) ?? ZERO_KOBO;
    users.push({ email, userId, referenceId, status, balanceKobo });
  }
  const staff: DescribedStaff[] = [];
  for (const role of STAFF_ROLES) {
    const profile = await (await context.get(StaffProfiles)).findByEmail(addressOf(role));
    if (!profile) continue;
    const { secret } = await (await context.get(SecondFactorStore)).get(profile.id);
    staff.push({ role, email: profile.email, totpSecret: secret, code: codeOf(secret, Date.now()) });
  }
  const [found] = await (
    await context.get(Database)
  ).rows<{ count: number | string }>('SELECT COUNT(*) AS count FROM user_account WHERE email LIKE ?', [`%@${PEOPLE_DOMAIN}`]);
  return { users, people: Number(found!.count), staff };
}

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
