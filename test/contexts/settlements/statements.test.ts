import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { VerifyLedger, Wallets } from '../../../src/ledger/index.js';
import { runCli } from '../../cli/run-cli.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { until } from '../../support/until.js';
import { failed, type Staff, StaffFixture } from '../staff/staff-fixture.js';

const GRANTS = ['otherControl.fiatCurency', 'otherControl.paymtMethod'];
type Wire = Record<string, unknown>;

describe.each(ONE_BACKEND)('statements of banks on %s', (backend) => {
  let staff: StaffFixture;
  let [clerk, approver]: Staff[] = [];
  let day: string;
  beforeAll(async () => {
    staff = await StaffFixture.open(backend, { BANK_ACCOUNTS: 'gtb:0123456789,zenith', APPROVAL_DAILY_TOTAL: '100000000' });
    [clerk, approver] = [await staff.hire(...GRANTS), await staff.hire(...GRANTS)];
    day = lagosDate(staff.clock.now());
  });
  afterAll(() => staff.close());

  function file(lines: readonly string[], balances: string): string {
    const [opening, closing] = balances.split(' ');
    const head = 'day,reference,description,amount,balance';
    return text([`Opening Balance,${opening}`, `Closing Balance,${closing}`, head, ...lines, ''].join('\n'));
  }
  function text(content: string): string {
    const folder = join(staff.service.config.dataDir, 'statements');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'statement.csv');
    writeFileSync(path, content);
    return path;
  }
  const reconcile = (path: string, ...more: string[]) =>
    runCli(staff.service.environment, 'reconcile', '--bank', 'gtb', '--day', day, '--file', path, '--json', ...more);
  const fetch = async (query: Record<string, string>) =>
    ((await staff.get('control_statement_fetch', clerk!, query)).body.DATA as { result: Wire[] }).result;
  const linesOf = async (statement: string) => (await fetch({ rqtp: 'mk', rqvl: statement }))[0]!['lines'] as Wire[];
  const decide = async (reqv: string) => {
    const pinc = staff.code(approver!.totpSecret);
    return (await staff.post('control_proposal_decide', approver, { reqv, decision: 'approve', pinc })).body.DATA
      .status as string;
  };
  const balanceOf = async (account: string) => (await staff.service.app.get(Wallets).balanceOf(account)) ?? 0;
  const lines = () => [
    `${day},SBX-1,PAYOUT SANDBOX,5000.00,5000.00`,
    `${day},FT-9,TRF TO SANDBOX,-1000.00,4000.00`,
    `${day},FT-9,NIP CHARGE,-53.75,3946.25`,
    `${day},,WHO KNOWS,-6.25,3940.00`,
  ];
  let statement: string;

  it('are imported by the operator, once, and every line that is not booked is a difference', async () => {
    const path = file(lines(), '0.00 3940.00');
    const first = await reconcile(path);
    expect([first.exitCode, first.json]).toMatchObject([
      1,
      { ours: 0, theirs: 4, missingHere: 4, differing: 1, differenceKobo: 394_000 },
    ]);
    expect((await reconcile(path)).json).toMatchObject({ statement: first.json.statement as string, open: 4, news: [] });
    statement = first.json.statement as string;
    const listed = await fetch({ rqtp: 'bank', rqvl: 'gtb' });
    expect(listed).toEqual([
      expect.objectContaining({ marker: statement, bank: 'gtb', first_day: day, opening: 0, closing: 3_940, count: 4, open: 4 }),
    ]);
    const logs = await staff.rows<{ description: string }>(
      "SELECT description FROM system_log WHERE description LIKE 'Reconciliation of bank%'",
    );
    expect(logs.map(({ description }) => description).toSorted()).toEqual([
      expect.stringContaining('1 line not as in the books at the end of the last day') as string,
      expect.stringContaining('4 lines listed there and missing here') as string,
    ]);
  });

  it('are refused where another one is of the same days, unless they take its place', async () => {
    const path = file(lines().slice(0, 1), '0.00 5000.00');
    expect(await reconcile(path)).toMatchObject({ exitCode: 2, json: { error: expect.stringContaining('overlaps') as string } });
    const replaced = await reconcile(path, '--replace');
    expect(replaced.json).toMatchObject({ theirs: 1, missingHere: 1 });
    statement = (await reconcile(file(lines(), '0.00 3940.00'), '--replace')).json.statement as string;
    expect(await fetch({ rqtp: 'all' })).toHaveLength(1);
  });

  it.each([
    ['whose balances do not follow', () => file(lines().slice(1), '0.00 3940.00'), [], 'is not right in itself'],
    ['of an account that is not named', () => file(lines(), '0.00 3940.00'), ['--bank', 'uba'], 'There is no such bank account'],
    [
      'of another account',
      () => text('Account No: 9876543210\nday,reference,description,amount,balance\n'),
      [],
      'of the account 9876543210',
    ],
    ['that were cut short', () => text('<a'), [], 'The statement cannot be read: it is no XML'],
    ['that are not there', () => '/nowhere.csv', [], '/nowhere.csv: there is no such file'],
    ['with a map that is none', () => file(lines(), '0.00 3940.00'), ['--map', '/nowhere'], 'cannot be read'],
  ])('%s are refused', async (_, make, more, message) => {
    const { exitCode, json } = await reconcile(make(), ...more);
    expect([exitCode, json.error]).toEqual([2, expect.stringContaining(message)]);
  });

  it('suggest what each line is', async () => {
    expect(await linesOf(statement)).toMatchObject([
      { position: 1, amount: 5_000, kind: 'provider_payout', provider: 'sandbox-deposits', because: 'name', settlement: '' },
      { position: 2, amount: -1_000, kind: 'float_topup', provider: 'sandbox', because: 'name' },
      { position: 3, amount: -53.75, kind: 'bank_fee', provider: '', because: 'name' },
      { position: 4, amount: -6.25, kind: '', because: '' },
    ]);
  });

  it('are settled by one proposal and its approval, after which both sides agree and settlements are reconciled', async () => {
    const known = await linesOf(statement);
    const meant = known.map(({ marker: line, kind, provider }) => ({
      line,
      kind: kind || 'bank_fee',
      ...(provider ? { provider } : {}),
    }));
    const { body } = await staff.post('control_statement_settle', clerk, {
      reqv: statement,
      lines: meant,
      reason: 'Statement of today',
    });
    expect(await balanceOf('system:bank:gtb')).toBe(0);
    expect(await decide(body.DATA.MKID as string)).toBe('executed');
    await until(async () => (await balanceOf('system:bank:gtb')) === -394_000);
    expect(await balanceOf('system:deposits:sandbox')).toBe(500_000);
    expect(await balanceOf('system:clearing:sandbox')).toBe(-100_000);
    expect(await balanceOf('system:costs:banks')).toBe(-6_000);
    const again = await reconcile(file(lines(), '0.00 3940.00'));
    expect([again.exitCode, again.json]).toMatchObject([0, { ours: 4, theirs: 4, matched: 4, open: 0, differenceKobo: 0 }]);
    const settled = (await staff.get('control_settlement_fetch', clerk!, { rqtp: 'bank', rqvl: 'gtb' })).body.DATA
      .result as Wire[];
    expect(settled.map(({ reference, status }) => [reference, status])).toEqual(
      expect.arrayContaining([
        ['SBX-1', 'reconciled'],
        ['FT-9', 'reconciled'],
      ]),
    );
    expect(await staff.service.app.get(VerifyLedger).execute()).toMatchObject({ ok: true });
    const more = await staff.post('control_statement_settle', clerk, {
      reqv: statement,
      lines: meant.slice(0, 1),
      reason: 'Again',
    });
    expect(failed(more)).toMatchObject({ id: 'line_settled' });
  });

  it.each([
    ['an unknown statement', { reqv: 'no', lines: [] }, { code: 404 }],
    ['no line', { lines: [] }, { id: 'settlement_invalid' }],
    ['an unknown line', { lines: [{ line: 'x', kind: 'bank_fee' }] }, { id: 'line_settled' }],
    ['an unknown kind', { lines: [{ line: 'x', kind: 'gift' }] }, { code: 400 }],
    ['an unknown key', { lines: [{ line: 'x', kind: 'bank_fee', amount: 5 }] }, { code: 400 }],
  ])('are not settled by %s', async (_, more, failure) => {
    expect(failed(await staff.post('control_statement_settle', clerk, { reqv: statement, reason: 'x', ...more }))).toMatchObject(
      failure,
    );
  });

  it('are not settled against the direction of a line', async () => {
    await staff.rows("UPDATE bank_statement_line SET settlement_id = '' WHERE position = 2");
    const [, line] = await linesOf(statement);
    const settle = {
      reqv: statement,
      reason: 'x',
      lines: [{ line: line!['marker'], kind: 'provider_payout', provider: 'sandbox-deposits' }],
    };
    const { ERRORS } = (await staff.post('control_statement_settle', clerk, settle)).body as unknown as { ERRORS: Wire };
    expect(JSON.stringify(ERRORS)).toContain('comes in, and the line goes out');
    expect((await reconcile(file(lines(), '0.00 3940.00'))).json).toMatchObject({ matched: 4, open: 0 });
  });

  it('count for safeguarding, as does what a provider states', async () => {
    const shown = async () => (await staff.get('control_safeguarding_fetch', clerk!, { rqtp: 'day' })).body.DATA as Wire;
    const stated = (amount: string, provider = 'sandbox') =>
      runCli(staff.service.environment, 'reconcile', '--provider', provider, '--day', day, '--stated', amount, '--json');
    expect((await stated('1000.00')).exitCode).toBe(0);
    expect(await stated('999.99')).toMatchObject({ exitCode: 1, json: { differing: 1, differenceKobo: -1 } });
    expect(await shown()).toMatchObject({
      bank: [
        { name: 'gtb', book: 3_940, statement: 3_940 },
        { name: 'zenith', book: 0, statement: null },
      ],
      providers: expect.arrayContaining([
        { name: 'sandbox', book: 1_000, stated: 999.99 },
        { name: 'sandbox-deposits', book: -5_000, stated: null },
      ]) as object[],
      difference: -60.01,
      covered: false,
    });
    expect((await stated('much')).exitCode).toBe(2);
    expect((await stated('1.00', 'nobody')).exitCode).toBe(2);
  });
});
