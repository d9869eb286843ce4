import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { addDays, lagosDate } from '../../../src/kernel/lagos-time.js';
import { naira } from '../../../src/kernel/money.js';
import { ReconciliationJobs } from '../../../src/contexts/reconciliation/reconciliation.jobs.js';
import { runCli } from '../../cli/run-cli.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { failed, type Staff, StaffFixture } from '../staff/staff-fixture.js';

interface LedgerBalances {
  readonly [name: string]: unknown;
  readonly accounts: { account: string; balance: number }[];
  readonly head: { batch: number; batch_hash: string };
}

describe.each(ONE_BACKEND)('the books on %s', (backend) => {
  let staff: StaffFixture;
  let clerk: Staff;
  beforeAll(async () => {
    staff = await StaffFixture.open(backend);
    clerk = await staff.hire('otherControl.fiatCurency');
    const user = await staff.service.register();
    await staff.service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(1_250)));
  });
  afterAll(() => staff.close());

  const books = async (query: Record<string, string> = {}) =>
    (await staff.get('control_books_fetch', clerk, query)).body.DATA as LedgerBalances;
  const suspenseOf = ({ accounts }: LedgerBalances) => accounts.find(({ account }) => account === 'system:suspense')?.balance;

  it('show system accounts, what the wallets hold, and that nothing was checked yet', async () => {
    const shown = await books();
    expect(shown).toMatchObject({ day: '', wallets: 1_250, reconciliations: [] });
    expect(shown).toMatchObject({ verification: { status: '', recorded: '' }, anchor: { batch: 0, recorded: '' } });
    expect(suspenseOf(shown)).toBe(-1_250);
    expect(shown['trial_balance']).toEqual([
      { account: '', name: 'Wallets of all users', type: 'liability', debit: 0, credit: 1_250 },
      { account: 'system:suspense', name: 'Suspense', type: 'liability', debit: 1_250, credit: 0 },
    ]);
    expect([shown['debit'], shown['credit']]).toEqual([1_250, 1_250]);
    expect(shown.head).toMatchObject({ batch: 1, batch_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  });

  it('show the balances at the end of a day', async () => {
    const today = lagosDate(Date.now());
    expect(await books({ rqvl: today })).toMatchObject({ day: today, wallets: 1_250 });
    const before = await books({ rqvl: addDays(today, -1) });
    expect([suspenseOf(before), before['wallets']]).toEqual([0, 0]);
    for (const rqvl of ['yesterday', '2026-02-30'])
      expect(failed(await staff.get('control_books_fetch', clerk, { rqvl }))).toMatchObject({ code: 400, id: 'rqvl_invalid' });
  });

  it('show the last verification and the last anchor', async () => {
    const url = pathToFileURL(join(staff.service.config.dataDir, 'anchors.jsonl')).href;
    expect((await runCli(staff.service.environment, 'ledger:verify')).exitCode).toBe(0);
    expect((await runCli(staff.service.environment, 'ledger:anchor', '--to', url)).exitCode).toBe(0);
    const { verification, anchor, head } = await books();
    const recorded = expect.stringMatching(/^\d{13}$/) as string;
    expect(verification).toEqual({ status: 'right', batch: 1, wrong_row: '', recorded });
    expect(anchor).toEqual({ batch: 1, batch_hash: head.batch_hash, recorded });
  });

  it('show what was wrong at the last verification, and the last reconciliation with a provider', async () => {
    await staff.rows('UPDATE ledger_account SET balance_kobo = balance_kobo + 1');
    expect((await runCli(staff.service.environment, 'ledger:verify')).exitCode).toBe(1);
    const counts = 'ours, theirs, matched, missing_here, missing_there, differing, difference_kobo';
    await staff.rows(
      `INSERT INTO reconciliation (id, provider, day, run_id, status, ${counts}, recorded)
       VALUES ('a', 'sandbox', '2026-11-19', 'r', 'agreed', 1, 1, 1, 0, 0, 0, 0, 1), ('b', 'sandbox', '2026-11-20', 'r', 'differing', 1, 2, 1, 1, 0, 0, 5000, 2)`,
    );
    await staff.service.app.get(ReconciliationJobs).verifyLedger();
    const [log] = await staff.rows<{ description: string }>("SELECT description FROM system_log WHERE kind = 'error'");
    expect(log!.description).toMatch(/^The ledger is wrong: ledger_account .* instead of /);
    const shown = await books();
    expect(shown['verification']).toMatchObject({ status: 'wrong', wrong_row: expect.stringMatching(/instead of/) as string });
    expect(shown['reconciliations']).toMatchObject([{ marker: 'b', status: 'differing', difference: 50 }]);
  });

  it('tell staff at once of an account that the ledger does not spend from, by its row', async () => {
    const { userid } = await staff.service.register();
    await staff.rows(`UPDATE ledger_account SET balance_kobo = 1000000 WHERE id = '${userid}'`);
    const ledger = staff.service.app.get(Ledger, { strict: false });
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(ledger.commit(movement(userid, 'system:suspense', 500_000))).rejects.toMatchObject({
        failure: 'ledger.account_stopped',
      });
    const logs = () =>
      staff.rows<{ description: string }>("SELECT description FROM system_log WHERE description LIKE '%Nothing is posted%'");
    await expect
      .poll(logs)
      .toEqual([
        { description: expect.stringContaining(`ledger_account ${userid}, balance_kobo: 1000000 instead of `) as string },
      ]);
  });
});
