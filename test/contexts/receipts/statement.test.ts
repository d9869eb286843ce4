import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StatementFiles } from '../../../src/contexts/receipts/statements.js';
import { ReceiptsJobs } from '../../../src/contexts/receipts/receipts.jobs.js';
import {
  type BalanceProof,
  endOf,
  leafOf,
  type ListedWallet,
  ListWallets,
  proves,
  SafeguardingTrees,
  TreeBlocks,
} from '../../../src/contexts/settlements/index.js';
import { ExportStatement } from '../../../src/contexts/wallet/index.js';
import { Ledger } from '../../../src/ledger/index.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { Database } from '../../../src/platform/database/database.js';
import { expectShape } from '../../contract/support/shapes.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { provider } from '../analytics/support.js';

describe.each(ONE_BACKEND)('statements on %s', (backend) => {
  let service: TestApp;
  let ada: TestUser;
  let obi: TestUser;
  const today = lagosDate(Date.now());
  const statement = (as: TestUser, query: Record<string, string>) =>
    service.client.get('user_wallet_statement', { as, query: { from: '2026-01-01', to: '2099-12-31', ...query } });
  const bytesOf = ({ content }: { content: string }) => Buffer.from(content, 'base64');

  beforeAll(async () => {
    service = await startApp(backend);
    [ada, obi] = [await service.register({ fsnm: 'Adé' }), await service.register()];
    await provider(service, Ledger).commit(movement('system:suspense', ada.userid, 123_456));
  });
  afterAll(() => service.close());

  /** What the operator's command keeps of a day. */
  async function listAll(day: string): Promise<ListedWallet[]> {
    const blocks = new TreeBlocks();
    const listed: ListedWallet[] = [];
    for await (const wallet of provider(service, ListWallets).execute(day)) {
      blocks.add(wallet.user, leafOf(day, wallet));
      listed.push(wallet);
    }
    await provider(service, SafeguardingTrees).keep(day, blocks.end());
    return listed;
  }

  it("are of the caller's wallet, in both formats", async () => {
    const csv = (await statement(ada, { format: 'csv' })).body.DATA;
    expectShape(csv, 'WalletStatement');
    expect([csv.fileName, csv.fileType]).toEqual(['statement-2026-01-01-2099-12-31.csv', 'text/csv']);
    expect(bytesOf(csv).toString()).toContain('1234.56');
    const pdf = (await statement(ada, {})).body.DATA;
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytesOf(pdf))), { mergePages: true });
    expect(text).toContain('₦1,234.56');
    expect(text).toContain('Adé');
    expect(bytesOf((await statement(obi, { format: 'csv' })).body.DATA).toString()).not.toContain('1234.56');
  });

  it('prove that the balance is counted, where the operator listed all wallets of the last day', async () => {
    const day = lagosDate(Date.now());
    const proofOf = async (as: TestUser) => (await statement(as, { to: day, format: 'csv' })).body.DATA.balance_proof as string;
    expect(await proofOf(ada)).toBe('');
    const listed = await listAll(day);
    const proof = JSON.parse(await proofOf(ada)) as BalanceProof;
    const leaves = listed.map((wallet) => leafOf(day, wallet));
    expect(proof).toMatchObject({ day, user: ada.userid, balance: '1234.56', root: endOf(leaves, 0).root });
    expect(proves(proof)).toBe(true);
    expect(JSON.parse(await proofOf(obi))).toMatchObject({ user: obi.userid, balance: '0.00' });
    expect((await statement(ada, { format: 'csv' })).body.DATA.balance_proof).toBe('');
  });

  it('are of the days that were asked for, both included', async () => {
    const of = async (from: string, to: string) =>
      bytesOf((await statement(ada, { from, to, format: 'csv' })).body.DATA).toString();
    const now = lagosDate(Date.now());
    expect(await of(today, now)).toContain('1234.56');
    expect(await of('2020-01-01', '2020-12-31')).not.toContain('1234.56');
  });

  it.each([
    ['2026-02-30', '2026-03-01', 'from_invalid'],
    ['2026-03-01', '9999-12-31', 'to_invalid'],
    ['2026-03-02', '2026-03-01', 'period_invalid'],
    ['yesterday', '2026-03-01', 'from_invalid'],
  ])('from %s to %s are refused with %s', async (from, to, id) => {
    const { status, body } = await statement(ada, { from, to });
    expect([status, body.ERRORS.CODE, body.ERRORS.ID]).toEqual([400, 400, id]);
  });

  describe('that are too long for an answer', () => {
    const ended = (id: string) =>
      until(async () => {
        const sql = 'SELECT state FROM statement_file WHERE id = ?';
        const [row] = await provider(service, Database).rows<{ state: string }>(sql, [id]);
        return row?.state !== 'running';
      });
    const filesOf = async (as: TestUser, rqvl: string) =>
      service.client.get('core_file_fetch', { as, query: { rqtp: 'mk', rqvl } });
    /** So long that no answer has place for it. */
    const lengthened = () => {
      let read = 0;
      const spy = vi.spyOn(provider(service, ExportStatement), 'execute').mockImplementation(async function* () {
        for (let chunk = 0; chunk < 20; chunk++) {
          read++;
          yield await Promise.resolve(Buffer.alloc(100_000, 'a'));
        }
      });
      return { read: () => read, restore: () => spy.mockRestore() };
    };

    /** Jobs wait until the function that is returned is called. */
    const heldJobs = () => {
      const files = provider(service, StatementFiles);
      const find = files.find.bind(files);
      let release!: () => void;
      const released = new Promise<void>((resolve) => (release = resolve));
      const spy = vi.spyOn(files, 'find').mockImplementation(async (id) => released.then(() => find(id)));
      return () => {
        spy.mockRestore();
        release();
      };
    };

    it('prove that the balance is counted at once', async () => {
      const day = lagosDate(Date.now());
      await listAll(day);
      const long = lengthened();
      const { DATA } = (await statement(ada, { to: day, format: 'csv' })).body;
      await ended(DATA.MKID as string);
      long.restore();
      expect(JSON.parse(DATA.balance_proof as string)).toMatchObject({ day, user: ada.userid, balance: '1234.56' });
    });

    it('become a file of their owner, told by mail and notice', async () => {
      const long = lengthened();
      const eve = await service.register();
      const release = heldJobs();
      const { body } = await statement(eve, { format: 'csv' });
      // What is beyond an answer is not read for it.
      expect(long.read()).toBe(6);
      expectShape(body.DATA, 'StatementRequested');
      const { MKID: id } = body.DATA as { MKID: string };
      // A repeat is the same one; another one waits for it.
      expect((await statement(eve, { format: 'csv' })).body.DATA).toMatchObject({ MKID: id });
      const other = await statement(eve, { format: 'pdf' });
      expect([other.status, other.body.ERRORS.ID]).toEqual([409, 'statement_running']);
      release();
      await ended(id);
      long.restore();

      const { result } = (await filesOf(eve, id)).body.DATA as { result: Record<string, unknown>[] };
      expect(JSON.stringify(result ?? (await filesOf(eve, id)).body.DATA)).toContain('statement-2026-01-01-2099-12-31.csv');
      expect((await filesOf(ada, id)).status).toBe(404);
      const notices = await service.client.get('user_notice_fetch', { as: eve, query: { pnum: 50 } });
      expect(JSON.stringify(notices.body)).toContain('Your statement is ready');
      await until(async () =>
        (await mailsTo(service.config.dataDir, eve.email)).some(({ subject }) => subject === 'Your statement is ready'),
      );
      await provider(service, Database).rows('UPDATE statement_file SET expires_at = 1 WHERE id = ?', [id]);
      await provider(service, ReceiptsJobs).sweep();
      expect((await filesOf(eve, id)).status).toBe(404);
    });

    it('are made ten times a day at most', async () => {
      const long = lengthened();
      const eve = await service.register();
      const of = (day: number) => statement(eve, { from: `2026-01-${String(day).padStart(2, '0')}`, format: 'csv' });
      const ids = new Set<string>();
      for (let day = 1; day <= 10; day++) {
        const { MKID } = (await of(day)).body.DATA as { MKID: string };
        ids.add(MKID);
        await ended(MKID);
      }
      const { status, body } = await of(11);
      expect([status, body.ERRORS.ID]).toEqual([429, 'statements_exhausted']);
      long.restore();
      expect(ids.size).toBe(10);
    });
  });
});
