import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerVerdict } from '../../src/ledger/chain/application/verify-ledger.js';
import { runCli } from '../cli/run-cli.js';
import { BACKENDS } from '../support/backend.js';
import { type LedgerFixture, movement, openLedger } from '../support/ledger-fixture.js';
import { ForgedBooks } from './support/forged-books.js';

describe.each(BACKENDS)('accepted faults of the ledger on %s', (backend) => {
  let books: LedgerFixture;
  let ada: string;

  beforeAll(async () => {
    books = await openLedger(backend);
    ada = await books.wallet(100_000);
    await books.ledger.commit(movement(ada, await books.wallet(0), 700));
    await new ForgedBooks(books).dropTriggers();
    await forge('one');
  });
  afterAll(() => books.close());

  const run = (sql: string) => books.dataSource.query(sql);
  const forge = (note: string) => run(`UPDATE posting SET note = '${note}' WHERE batch_no = 2 AND line = 0`);
  const cli = (...args: string[]) =>
    runCli({ ...books.environment, APP_KEY: books.config.appKey.toString('base64') }, ...args, '--json');
  const accept = (digest: string, operator: string, ...more: string[]) =>
    cli('ledger:accept-fault', digest, '--operator', operator, ...more);
  const verify = async (...args: string[]) => (await cli('ledger:verify', ...args)).json as LedgerVerdict;
  const why = ['--reason', 'a note that was corrected by hand'];

  it('takes two operators, who are not the same, and a reason', async () => {
    const [fault] = (await verify()).faults;
    expect(await accept(fault!.digest, 'Ada')).toMatchObject({ exitCode: 1 });
    expect((await accept(fault!.digest, 'Ada', ...why)).json).toMatchObject({ isAccepted: false });
    expect(await verify()).toMatchObject({ ok: false, faultCount: 1 });
    expect(await accept(fault!.digest, ' ada')).toMatchObject({ exitCode: 1 });
    expect((await accept(fault!.digest, 'Ben')).json).toMatchObject({ isAccepted: true });
    expect(await verify()).toMatchObject({ ok: true, faultCount: 0, accepted: 1 });
    expect(await verify('--since-checkpoint')).toMatchObject({ ok: true, since: 2 });
    expect(await accept(fault!.digest, 'Eve')).toMatchObject({ exitCode: 1 });
  });

  it('is a fault again where the row changes again, and quiet where it is as it was accepted', async () => {
    await forge('two');
    expect(await verify()).toMatchObject({ ok: false, faultCount: 1, accepted: 0 });
    await forge('one');
    expect(await verify()).toMatchObject({ ok: true, accepted: 1 });
  });

  it('leaves every other fault', async () => {
    await run(`UPDATE ledger_account SET balance_kobo = balance_kobo + 1 WHERE id = '${ada}'`);
    expect(await verify()).toMatchObject({ ok: false, faultCount: 1, accepted: 1, wrong: { table: 'ledger_account', key: ada } });
    await run(`UPDATE ledger_account SET balance_kobo = balance_kobo - 1 WHERE id = '${ada}'`);
  });

  it('accepts no fault that is not there, and none of what is put right elsewhere', async () => {
    expect(await accept('0'.repeat(32), 'Ada', ...why)).toMatchObject({ exitCode: 1 });
  });

  it.each(["reason = 'another'", "operator = 'Eve' WHERE place = 2", "seal = REPLACE(seal, SUBSTR(seal, 1, 4), 'ffff')"])(
    'trusts no record that was changed in the database (%s)',
    async (change) => {
      const rows: Record<string, string | number>[] = await run('SELECT * FROM ledger_exception');
      await run(`UPDATE ledger_exception SET ${change}`);
      expect(await verify()).toMatchObject({ ok: false, accepted: 0 });
      await run('DELETE FROM ledger_exception');
      for (const row of rows) {
        const columns = Object.keys(row);
        await books.dataSource.query(
          `INSERT INTO ledger_exception (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
          Object.values(row),
        );
      }
      expect(await verify()).toMatchObject({ ok: true, accepted: 1 });
    },
  );

  it('trusts no record of one operator that was copied to the place of the second', async () => {
    await run('DELETE FROM ledger_exception WHERE place = 2');
    const columns = 'digest, table_name, row_key, column_name, expected, found, reason, signed_at, key_id, seal';
    await run(`INSERT INTO ledger_exception (place, operator, ${columns}) SELECT 2, 'Ben', ${columns} FROM ledger_exception`);
    expect(await verify()).toMatchObject({ ok: false, faultCount: 1, accepted: 0 });
  });
});
