import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/kernel/clock.js';
import { lagosDate } from '../../src/kernel/lagos-time.js';
import { createApp } from '../../src/create-app.js';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { addColumns, column } from '../../src/platform/database/schema.js';
import { SteppedMigration } from '../../src/platform/database/stepped-migration.js';
import { ONE_BACKEND, makeBackend, type TestBackend } from '../support/backend.js';
import { type Ended, runCli } from './run-cli.js';
import { PRODUCTION } from '../support/production.js';

describe.each(ONE_BACKEND)('operator commands on %s', (backend) => {
  let place: TestBackend;
  let seeded: Ended;
  const cli = (...args: string[]) => runCli(place.environment, ...args);
  const month = ['--from', '2020-01-01', '--to', '2099-01-01'];

  beforeAll(async () => {
    place = makeBackend(backend);
    await cli('migrate', '--create');
    seeded = await cli('demo:seed', '--json');
  });
  afterAll(() => place.remove());

  async function tamper(...statements: string[]): Promise<void> {
    const dataSource = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
    for (const statement of statements) await dataSource.query(statement);
    await dataSource.destroy();
  }

  it('demo:seed fills the database once, shows who there is when it is run again, and refuses production', async () => {
    expect(seeded).toMatchObject({ exitCode: 0, stderr: '' });
    expect(seeded.json.users.map(({ email }: { email: string }) => email)).toEqual([
      'ada@demo.example',
      'bayo@demo.example',
      'chidi@demo.example',
      'halima@demo.example',
      'funke@demo.example',
      'gbenga@demo.example',
      'hauwa@demo.example',
    ]);
    expect(seeded.json.users.map(({ status }: { status: string }) => status).slice(-3)).toEqual([
      'suspended',
      'closing',
      'active',
    ]);
    const again = await cli('demo:seed', '--json');
    expect([again.exitCode, again.json.users]).toEqual([0, seeded.json.users]);
    expect((await runCli({ ...place.environment, ...PRODUCTION }, 'demo:seed')).exitCode).toBe(2);
  });

  it('demo:seed leaves staff something of everything to do', async () => {
    const count = async (from: string) =>
      Number(((await rowsOf(`SELECT COUNT(*) AS n FROM ${from}`)) as { n: number | string }[])[0]!.n);
    const counts = {
      undecided: await count("purchase WHERE status = 'pending'"),
      reversed: await count("purchase WHERE customer_id LIKE '%0005'"),
      suspense: await count("deposit_payment WHERE order_id IS NULL OR order_id = ''"),
      proposals: await count("proposal WHERE status = 'proposed'"),
      webhooks: await count("webhook WHERE status = 'failed' AND direction = 'outbound'"),
      tickets: await count('(SELECT DISTINCT status FROM ticket) states'),
      faqs: await count('faq'),
      staff: await count("staff_profile WHERE status = 'active'"),
      jobs: await count("job WHERE state = 'exhausted'"),
      checks: await count("ledger_check WHERE name = 'whole'"),
    };
    expect(counts).toEqual({
      undecided: 3,
      reversed: 1,
      suspense: 3,
      proposals: 3,
      webhooks: 6,
      tickets: 4,
      faqs: 5,
      staff: 6,
      jobs: 1,
      checks: 1,
    });
    const staff = seeded.json.staff as { role: string; totpSecret: string; code: string }[];
    expect(staff.map(({ role }) => role)).toEqual(['Administrator', 'Support', 'Finance', 'Auditor', 'Compliance', 'Integrator']);
    for (const { totpSecret, code } of staff)
      expect([totpSecret, code]).toEqual([expect.stringMatching(/^[A-Z2-7]{32}$/), expect.stringMatching(/^\d{6}$/)]);
  });

  it('ledger:verify accepts the seeded ledger', async () => {
    const { exitCode, json } = await cli('ledger:verify', '--json');
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ ok: true });
    expect(json.postings).toBeGreaterThan(150);
    const forPeople = await cli('ledger:verify');
    expect(forPeople.stdout).toContain(`${json.journals} journals`);
  });

  it.each([
    'ledger:verify',
    'ledger:verify --since-checkpoint',
    'ledger:trial-balance',
    'ledger:balance --user ada@demo.example',
    'statement --user ada@demo.example --from 2020-01-01 --to 2099-01-01',
    'tariffs:check',
    'jobs:exhausted',
    'audit:list',
    'rows:verify',
  ])('%s reads the database also while Redis is away', async (command) => {
    const away = { ...place.environment, REDIS_URL: 'redis://127.0.0.1:1' };
    expect(await runCli(away, ...command.split(' '))).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('ledger:verify says that it did not compare what Redis remembers while Redis is away', async () => {
    const { stdout } = await runCli({ ...place.environment, REDIS_URL: 'redis://127.0.0.1:1' }, 'ledger:verify');
    expect(stdout).toContain('Redis does not answer, so the head that it remembers was not compared.');
    expect((await cli('ledger:verify')).stdout).not.toContain('not compared');
  });

  it('ledger:balance prints present and past balances, by e-mail, id or reference', async () => {
    const [ada] = seeded.json.users as { userId: string; referenceId: string; balance: number }[];
    for (const who of ['Ada@Demo.example', ada!.userId, ada!.referenceId.toLowerCase()]) {
      const { json } = await cli('ledger:balance', '--user', who, '--json');
      expect(json).toMatchObject({ account: ada!.userId, balance: ada!.balance, currency: 'NGN' });
    }
    const before = await cli('ledger:balance', '--user', 'ada@demo.example', '--at', '2020-01-01', '--json');
    expect(before.json.balance).toBe(0);
    const ofService = await cli('ledger:balance', '--user', 'system:fees', '--json');
    expect(ofService.json.balance).toBeGreaterThan(0);
  });

  it('ledger:trial-balance adds up to equal sums, now and at a past time', async () => {
    const now = await cli('ledger:trial-balance', '--json');
    expect([now.exitCode, now.json.isBalanced]).toEqual([0, true]);
    expect(now.json.debit).toBeGreaterThan(0);
    const listed = now.json.accounts as { type: string; account: string }[];
    const types = listed.map(({ type }) => type);
    expect([...new Set(types)]).toEqual(['asset', 'liability', 'income', 'expense'].filter((type) => types.includes(type)));
    const past = await cli('ledger:trial-balance', '--at', new Date().toISOString(), '--json');
    expect(past.json.accounts).toEqual(listed);
    expect((await cli('ledger:trial-balance', '--at', '2020-01-01', '--json')).json).toMatchObject({ debit: 0, credit: 0 });
  });

  it('safeguarding:list adds up to what the wallets hold, and safeguarding:verify checks it without data', async () => {
    const day = lagosDate(Date.now() - DAY_MS);
    const [list, proof] = ['list.jsonl', 'proof.json'].map((name) => join(place.config.dataDir, name)) as [string, string];
    const listed = await cli('safeguarding:list', '--day', day, '--out', list, '--json');
    const balance = await cli('ledger:trial-balance', '--at', `${lagosDate(Date.now())}T00:00:00`, '--json');
    const [wallets] = (balance.json.accounts as { account: string; credit: number }[]).filter(
      ({ account }) => account === 'wallets',
    );
    expect([listed.exitCode, Number(listed.json.sum)]).toEqual([0, wallets!.credit]);
    expect((await cli('safeguarding:list', '--day', day, '--out', proof, '--user', 'ada@demo.example')).exitCode).toBe(0);
    const { root } = listed.json as { root: string };
    const checked = await runCli({}, 'safeguarding:verify', list, '--root', root, '--statement', proof, '--json');
    expect([checked.exitCode, checked.json]).toMatchObject([0, { ok: true, root, faults: [] }]);
    const again = await cli('safeguarding:list', '--day', day, '--out', list, '--json');
    expect(again.json.root).toBe(root);
    const noList = await cli('safeguarding:list', '--day', '2026-01-05', '--out', proof, '--user', 'ada@demo.example');
    expect([noList.exitCode, noList.stderr]).toEqual([1, expect.stringContaining('make the list first')]);
    const missing = await runCli({}, 'safeguarding:verify', `${list}.not`);
    expect([missing.exitCode, missing.stderr]).toEqual([2, `${list}.not cannot be read (ENOENT)\n`]);
    const other = await runCli({}, 'safeguarding:verify', list, '--root', '0'.repeat(64), '--json');
    expect([other.exitCode, other.json.faults]).toEqual([1, [expect.stringContaining('was published')]]);
    expect((await cli('safeguarding:list', '--day', '2099-01-01', '--out', list)).stderr).toContain('not over yet');
  });

  it('report unknown users and accounts', async () => {
    for (const who of ['nobody@demo.example', 'NOBODY22', 'system:nothing']) {
      const { exitCode, json, stderr } = await cli('ledger:balance', '--user', who, '--json');
      expect([exitCode, json.error]).toEqual([1, expect.stringContaining(who)]);
      expect(stderr).not.toContain('    at ');
    }
  });

  it('statement writes entries that add up to the closing balance', async () => {
    const { exitCode, stdout } = await cli('statement', '--user', 'bayo@demo.example', ...month);
    expect(exitCode).toBe(0);
    const rows = stdout.trimEnd().split('\n').slice(1);
    const kobo = (text: string) => Math.round(Number(text) * 100);
    const cells = rows.map((row) => row.split(',').slice(-4));
    const moved = cells.slice(1, -1).reduce((sum, [debit, credit]) => sum - kobo(debit!) + kobo(credit!), 0);
    expect(rows.length).toBeGreaterThan(20);
    expect(moved).toBe(kobo(cells.at(-1)![2]!));
    expect(moved).toBe(kobo(seeded.json.users[1].balance));
  });

  it('statement writes a PDF readable by its owner only', async () => {
    const file = join(place.config.dataDir, 'bayo.pdf');
    const { exitCode, json } = await cli(
      'statement',
      '--user',
      'bayo@demo.example',
      ...month,
      '--format',
      'pdf',
      '--out',
      file,
      '--json',
    );
    expect(exitCode).toBe(0);
    expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
    expect(json).toMatchObject({ file, bytes: statSync(file).size });
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('staff:create-admin prints the secrets once, as JSON', async () => {
    const first = await cli('staff:create-admin', '--email', 'Boss@example.com', '--first-name', 'Sola');
    expect(first.exitCode).toBe(0);
    expect(first.json).toMatchObject({ email: 'boss@example.com', agentName: expect.stringMatching(/^sola-\d{6}$/) });
    expect(first.json.registrationId).toMatch(/^[\w-]{43}$/);
    expect(first.json.totpLink).toBe(
      `otpauth://totp/Harmattan:boss%40example.com?secret=${first.json.totpSecret}&issuer=Harmattan`,
    );
    const stored = JSON.stringify(await rowsOf('SELECT * FROM staff_profile'));
    expect(stored).toContain('boss@example.com');
    expect(stored).not.toContain(first.json.registrationId);
    expect(stored).not.toContain(first.json.totpSecret);

    const second = await cli('staff:create-admin', '--email', 'boss@example.com');
    expect(second.json.trackingId).toBe(first.json.trackingId);
    expect(second.json.registrationId).not.toBe(first.json.registrationId);
    expect(await rowsOf("SELECT * FROM staff_profile WHERE email = 'boss@example.com'")).toHaveLength(1);

    await tamper("UPDATE staff_profile SET status = 'active'");
    const registered = await cli('staff:create-admin', '--email', 'boss@example.com');
    expect([registered.exitCode, registered.stdout]).toEqual([1, '']);
    expect((await cli('staff:create-admin', '--email', 'boss')).exitCode).toBe(2);
  });

  it('catalogue:sync updates the catalogue', async () => {
    const { exitCode, json } = await cli('catalogue:sync', '--json');
    expect(exitCode).toBe(0);
    expect(json[0]).toMatchObject({ provider: 'sandbox', retired: 0 });
    expect(json[0].items).toBeGreaterThanOrEqual(100);
  });

  it('tariffs:check exits with 1 where a charge in force is past its review', async () => {
    expect(await cli('tariffs:check', '--json')).toMatchObject({ exitCode: 0, json: [] });
    const legal = { source: 'Act 1', dated: '2020-01-01', review: '2020-06-30' };
    const terms = JSON.stringify({ bands: [], legal });
    await tamper(
      `INSERT INTO tariff (id, kind, subject, name, from_ms, terms, recorded) VALUES ('old', 'payout_fee', '', 'Fee', 0, '${terms}', 1)`,
    );
    await cli('rows:reseal', 'tariff', 'old', '--reason', 'added by this test');
    expect(await cli('tariffs:check', '--json')).toMatchObject({
      exitCode: 1,
      json: [{ id: 'old', kind: 'payout_fee', name: 'Fee', ...legal }],
    });
    await tamper("DELETE FROM tariff WHERE id = 'old'");
  });

  it('migrate --status says that the schema is up to date, or what was interrupted', async () => {
    const status = () => cli('migrate', '--status');
    const upToDate = `The schema is up to date: ${MIGRATIONS.length} migrations are applied.\n`;
    expect(await status()).toMatchObject({ exitCode: 0, stdout: upToDate });
    const dataSource = await connect(dataSourceOptions(place.config, [], MIGRATIONS), place.config.databaseUrl);
    await withLater(async () => {
      const counts = `${MIGRATIONS.length - 1} migrations are applied, 1 missing (Ratings1700000000999)`;
      expect(await status()).toMatchObject({ exitCode: 1, stdout: `${counts}: run migrate.\n` });
      await dataSource.query("INSERT INTO migration_step (migration, done) VALUES ('Ratings1700000000999', 1)");
      expect(await status()).toMatchObject({
        exitCode: 1,
        stdout:
          'A migration was interrupted: Ratings1700000000999 has 1 of 2 steps, next: add column faq_rating.origin. Run migrate to go on.\n',
      });
      expect(await cli('migrate', '--json')).toMatchObject({ exitCode: 0, json: { applied: ['Ratings1700000000999'] } });
      expect((await status()).exitCode).toBe(0);
    });
    await dataSource.query("DELETE FROM migration WHERE name = 'Ratings1700000000999'");
    expect(await status()).toMatchObject({ exitCode: 0, stdout: upToDate });
    await dataSource.destroy();
  });

  it('migrate reports nothing to do', async () => {
    expect((await cli('migrate', '--json')).json).toEqual({ applied: [] });
  });

  it('ledger:verify names the first wrong row of a manipulated ledger', async () => {
    const [account] = seeded.json.users as { userId: string; balance: number }[];
    await tamper(`UPDATE ledger_account SET balance_kobo = balance_kobo + 1 WHERE id = '${account!.userId}'`);
    const { exitCode, json } = await cli('ledger:verify', '--json');
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({ ok: false, wrong: { table: 'ledger_account', key: account!.userId, column: 'balance_kobo' } });
    const forPeople = await cli('ledger:verify');
    expect(forPeople.stdout).toContain(`ledger_account ${account!.userId}`);
  });

  async function rowsOf(sql: string): Promise<unknown[]> {
    const dataSource = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
    const rows = await dataSource.query<unknown[]>(sql);
    await dataSource.destroy();
    return rows;
  }
});

/** Of a later version. */
class Ratings0999 extends SteppedMigration {
  readonly name = 'Ratings1700000000999';
  readonly steps = addColumns('faq_rating', [
    column.text('device', 64, { isNullable: true }),
    column.text('origin', 64, { isNullable: true }),
  ]);
  readonly undo = [];
}

/** The commands are those of that version meanwhile. */
async function withLater(work: () => Promise<void>): Promise<void> {
  MIGRATIONS.push(Ratings0999);
  try {
    await work();
  } finally {
    MIGRATIONS.pop();
  }
}

describe.each(ONE_BACKEND)('without a database on %s, operator commands', (backend) => {
  const place = makeBackend(backend);
  const environment = { ...place.environment, DATA_DIR: join(place.config.dataDir, 'mistyped') };
  const NO_DATABASE = /^There is no database .+ npm start or migrate --create makes one\.\n$/;
  afterAll(() => place.remove());

  async function exists(): Promise<boolean> {
    if (backend === 'sqlite') return existsSync(environment.DATA_DIR);
    const opened = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl, false).catch(() => undefined);
    await opened?.destroy();
    return opened !== undefined;
  }

  it.each([
    ['ledger:verify'],
    ['ledger:balance', '--user', 'ada@example.com'],
    ['stats:rebuild'],
    ['staff:create-admin', '--email', 'ada@example.com'],
    ['demo:seed'],
    ['migrate'],
  ])('%s exits with 1, says so and creates none', async (...args) => {
    const { exitCode, stdout, stderr } = await runCli(environment, ...args);
    expect([exitCode, stdout, stderr]).toEqual([1, '', expect.stringMatching(NO_DATABASE)]);
    expect(await exists()).toBe(false);
  });

  it('find none in a database without tables, or of another program', async () => {
    const { config } = place;
    const dataSource = await connect(dataSourceOptions(config, [], []), config.databaseUrl);
    for (const statement of [undefined, 'CREATE TABLE other (id INT)']) {
      if (statement) await dataSource.query(statement);
      for (const command of ['ledger:verify', 'migrate']) {
        const { exitCode, stderr } = await runCli(place.environment, command);
        expect([exitCode, stderr]).toEqual([1, expect.stringMatching(NO_DATABASE)]);
      }
    }
    await dataSource.query('DROP TABLE other');
    await dataSource.destroy();
  });

  it('refuse a schema that is older or newer than theirs, and do not change it', async () => {
    const { config } = place;
    const older = await connect(dataSourceOptions(config, [], MIGRATIONS), config.databaseUrl);
    await migrate(older, config.dataDir);
    await withLater(async () => {
      const behind = await runCli(place.environment, 'ledger:verify');
      expect([behind.exitCode, behind.stderr]).toEqual([
        1,
        expect.stringMatching(/^The database lacks 1 migration\(s\) \(Ratings1700000000999\): run migrate/),
      ]);
    });
    await older.query("INSERT INTO migration (timestamp, name) VALUES (1800000000000, 'Unheard1800000000000')");
    const served = await runCli(place.environment, 'migrate', '--status');
    expect(served).toMatchObject({
      exitCode: 0,
      stdout: 'A newer version has migrated (Unheard1800000000000), and this version works on its schema.\n',
    });
    await older.query("UPDATE schema_version SET min_compatible = '9.0.0'");
    expect((await runCli(place.environment, 'migrate', '--status')).exitCode).toBe(1);
    for (const command of ['ledger:verify', 'migrate']) {
      const ahead = await runCli(place.environment, command);
      expect([ahead.exitCode, ahead.stderr]).toEqual([
        1,
        expect.stringMatching(
          /^The database was migrated by a newer version \(Unheard1800000000000; 9\.0\.0 is the oldest that works on it, this is .+\): start that version/,
        ),
      ]);
    }
    await expect(createApp({ config })).rejects.toThrow('newer version (Unheard1800000000000; 9.0.0');
    await older.destroy();
  });
});

describe('command line', () => {
  const place = makeBackend('sqlite');
  const cli = (...args: string[]) => runCli(place.environment, ...args);
  afterAll(() => place.remove());

  it('migrates an empty database and reports it', async () => {
    const { exitCode, json } = await cli('migrate', '--create', '--json');
    expect(exitCode).toBe(0);
    expect(json.applied).toHaveLength(MIGRATIONS.length);
  });

  it('prints version and commit', async () => {
    const { exitCode, stdout } = await cli('--version');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+( \([0-9a-f]{12}(-changed)?\))?\n$/)]);
  });

  it.each([
    ['an unknown command', ['ledger:burn'], 'unknown command'],
    ['no command', [], 'Usage: harmattan'],
    ['an unknown option', ['ledger:verify', '--quick'], 'unknown option'],
    ['a missing option', ['ledger:balance'], '--user'],
    ['a time that is none', ['ledger:balance', '--user', 'a@b.co', '--at', 'yesterday'], 'Not a time'],
    [
      'an unknown format',
      ['statement', '--user', 'x', '--from', '2026-01-01', '--to', '2026-01-02', '--format', 'xls'],
      'csv, pdf',
    ],
    ['a period that ends before it begins', ['statement', '--user', 'x', '--from', '2026-01-02', '--to', '2025-01-01'], 'later'],
    [
      'JSON and a statement on one stdout',
      ['statement', '--user', 'x', '--from', '2026-01-01', '--to', '2026-01-01', '--json'],
      '--out',
    ],
    ['a job to retry that is not named', ['jobs:retry'], '--id or --all'],
    ['one job and all of them', ['jobs:retry', '--id', 'event:1', '--all'], 'cannot be used with'],
    ['a limit that is none', ['jobs:exhausted', '--limit', 'many'], 'Not a whole number'],
  ])('exits with 2 on %s', async (_, args, message) => {
    const { exitCode, stdout, stderr } = await cli(...args);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('exits with 2 on an invalid configuration and names its errors', async () => {
    const { exitCode, stderr, json } = await runCli({ ...place.environment, PORT: 'many' }, 'ledger:verify', '--json');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('PORT');
    expect(json).toHaveProperty('error');
  });

  it('shows first what a newcomer needs', async () => {
    const { stdout } = await cli('--help');
    const headings = stdout.split('\n').filter((line) => /^[A-Z].*:$/.test(line));
    expect(headings).toEqual([
      'Options:',
      'Use a service:',
      'Try it in the sandbox:',
      'Run a service:',
      'Keep the books:',
      'Commands:',
    ]);
    expect(stdout.indexOf(' pay ')).toBeLessThan(stdout.indexOf('sandbox:pay'));
  });

  it('prints help', async () => {
    const { exitCode, stdout } = await cli('--help');
    expect(exitCode).toBe(0);
    for (const name of [
      'ledger:verify',
      'ledger:balance',
      'ledger:trial-balance',
      'safeguarding:list',
      'safeguarding:verify',
      'statement',
      'catalogue:sync',
      'tariffs:check',
      'purchase:reread',
      'jobs:exhausted',
      'jobs:retry',
      'staff:create-admin',
      'audit:list',
      'migrate',
      'demo:seed',
    ])
      expect(stdout).toContain(name);
  });
});
