import type { Logger } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/platform/database/database.js';
import { ContractFixture, ELECTRICITY } from '../../contract/support/contract-fixture.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { signInStaff } from '../../support/staff.js';

const USERS = 100_000;
const NEWEST_FIRST = /^SCAN .* USING (COVERING )?INDEX user_account_recorded$/;

class QueryLog implements Logger {
  readonly queries: { sql: string; values: (string | number)[] }[] = [];

  logQuery(sql: string, values: (string | number)[] = []): void {
    this.queries.push({ sql, values });
  }
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

describe.each(ONE_BACKEND)('reach of staff on %s', (backend) => {
  let fixture: ContractFixture;
  let staff: TestUser;
  let clerk: TestUser;
  let database: Database;
  beforeAll(async () => {
    fixture = await ContractFixture.open(backend);
    staff = await signInStaff(fixture.service, 'userControl.getDataList', 'userControl.viewDetails', 'userControl.showEmailAd');
    clerk = await signInStaff(fixture.service);
    database = fixture.get(Database);
  });
  afterAll(() => fixture.close());

  const list = (query: Record<string, string>): Promise<Answer> =>
    fixture.service.client.get('control_user_data_list', { as: staff, query: { pnum: '100', ...query } });
  const found = async (query: Record<string, string>) =>
    ((await list(query)).body.DATA?.result as { userid: string }[] | undefined)?.map(({ userid }) => userid) ?? [];
  const files = (as: TestUser, query: Record<string, string>) => fixture.service.client.get('core_file_fetch', { as, query });

  describe('users', () => {
    it('are found by words of their names, in any case, order and accents', async () => {
      const user = await fixture.newUser(0, { fsnm: 'Ọláṣubọ̀mí Grace', lsnm: "O'Neil-Adé" });
      for (const rqvl of ['olasubomi', "grace o'neil-ade", "O'NEIL-ADÉ Ọláṣubọ̀mí"])
        expect(await found({ rqtp: 'name', rqvl })).toEqual([user.userid]);
      for (const rqvl of ['olasub', 'grace obi', '  .  ']) expect(await found({ rqtp: 'name', rqvl })).toEqual([]);
      await fixture.must('user_profile_update', { as: user, body: { fNme: 'Temitope' } });
      expect(await found({ rqtp: 'name', rqvl: 'olasubomi' })).toEqual([]);
      expect(await found({ rqtp: 'name', rqvl: 'Temitope' })).toEqual([user.userid]);
    });

    it('are found by reference ID, by a meter ever bought for and by a deposit account', async () => {
      const { ada } = fixture;
      expect(await found({ rqtp: 'reference', rqvl: (await fixture.referenceOf(ada)).toLowerCase() })).toEqual([ada.userid]);
      expect(await found({ rqtp: 'meter', rqvl: ELECTRICITY.customerId })).toEqual([ada.userid]);
      const order = await fixture.first('user_deposit_order_fetch', { as: ada, query: { rqtp: 'all' } });
      expect(await found({ rqtp: 'account', rqvl: order['ax_number']! })).toEqual([ada.userid]);
      for (const rqtp of ['reference', 'meter', 'account']) expect((await list({ rqtp, rqvl: '00000000' })).status).toBe(404);
    });

    it('are found by phone and country in any spelling', async () => {
      const user = await fixture.newUser();
      for (const stored of ['08091112222', '+2348091112222']) {
        await fixture.change('user_account', user.userid, { phone_number: stored });
        for (const rqvl of ['08091112222', '+2348091112222', '2348091112222', '0809 111 2222'])
          expect(await found({ rqtp: 'phone', rqvl })).toEqual([user.userid]);
      }
      await fixture.sql("UPDATE login_record SET country = 'Ghana' WHERE user_id = ?", user.userid);
      for (const rqvl of ['GH', 'gh', 'ghana', 'Ghana']) expect(await found({ rqtp: 'country', rqvl })).toEqual([user.userid]);
    });
  });

  describe('files', () => {
    it('of a user are listed for staff who view details, with a record of it', async () => {
      const { ada } = fixture;
      await fixture.must('core_file_upload', { as: ada, form: letter() });
      const owner = { rqtp: 'owner', rqvl: ada.userid };
      expect((await files(staff, owner)).body.DATA.result).toMatchObject([{ userid: ada.userid, fileName: 'letter.txt' }]);
      for (const as of [clerk, fixture.obi, ada]) expect((await files(as, owner)).status).toBe(403);
      const reads = await database.rows('SELECT subject FROM staff_read WHERE action = ? AND staff_id = ?', [
        'core_file_fetch',
        staff.userid,
      ]);
      expect(reads).toEqual([{ subject: `user:${ada.userid}` }]);
    });

    it('of a system directory are shown to all staff and to nobody else', async () => {
      const { marker } = (await fixture.must('core_file_upload', { as: staff, form: letter('policies') })).body.DATA;
      expect((await files(clerk, { rqtp: 'all', sysdrn: 'policies' })).body.DATA.result).toMatchObject([{ marker }]);
      expect((await files(clerk, { rqtp: 'mk', rqvl: marker as string })).body.DATA).toMatchObject({ marker });
      expect((await files(fixture.ada, { rqtp: 'all', sysdrn: 'policies' })).status).toBe(403);
      expect((await files(fixture.ada, { rqtp: 'mk', rqvl: marker as string })).status).toBe(404);
    });
  });

  describe('of 100,000 users', () => {
    beforeAll(async () => {
      const text = (prefix: string) => (backend === 'mysql' ? `CONCAT('${prefix}', n)` : `'${prefix}' || n`);
      const digits =
        '(SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)';
      const numbers = `(SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS n FROM ${digits} a, ${digits} b, ${digits} c, ${digits} e, ${digits} f) numbered`;
      const insert = (table: string, columns: string, values: string) =>
        database.manager.query(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${numbers} WHERE n < ${USERS}`);
      const [row] = await database.rows<Record<string, unknown>>('SELECT * FROM user_account WHERE id = ?', [fixture.obi.userid]);
      const own: Readonly<Record<string, string>> = {
        id: text('u'),
        email: text('many'),
        reference_id: text('R'),
        phone_number: text('+23470'),
        email_skeleton: text('many'),
        recorded: 'n + 1',
      };
      const others = Object.keys(row!).filter((name) => !(name in own));
      await database.manager.query(
        `INSERT INTO user_account (${[...Object.keys(own), ...others].join(', ')})
         SELECT ${[...Object.values(own), ...others.map((name) => `one.${name}`)].join(', ')}
         FROM ${numbers}, (SELECT ${others.join(', ')} FROM user_account WHERE id = '${fixture.obi.userid}') one WHERE n < ${USERS}`,
      );
      await insert('user_name_word', 'user_id, word, recorded', `${text('u')}, ${text('word')}, n + 1`);
      await database.manager.query(
        backend === 'mysql' ? 'ANALYZE TABLE user_account, user_name_word, login_record, purchase, deposit_order' : 'ANALYZE',
      );
      await fixture.sql("UPDATE login_record SET country = 'Togo' WHERE user_id = ?", fixture.ada.userid);
    });

    it.each([
      ['email', 'many77777'],
      ['phone', '+2347077777'],
      ['reference', 'R77777'],
      ['name', 'word77777'],
      ['meter', ELECTRICITY.customerId],
      ['account', '9912345678'],
      ['country', 'TG'],
      ['all', 'false'],
    ])('looking up by %s scans no table', async (rqtp, rqvl) => {
      const log = new QueryLog();
      const before = database.dataSource.logger;
      Object.assign(database.dataSource, { logger: log });
      Object.assign(database.dataSource.options, { logging: true });
      await list({ rqtp, rqvl, pnum: '15' });
      Object.assign(database.dataSource.options, { logging: false });
      Object.assign(database.dataSource, { logger: before });
      const selects = log.queries.filter(({ sql }) =>
        /^SELECT .*FROM [`"]?(user_account|user_name_word|purchase|deposit_order)\b/s.test(sql),
      );
      expect(selects.length).toBeGreaterThan(0);
      // An index that is walked ends with the page.
      const walksNewest = rqtp === 'all' || rqtp === 'country';
      for (const { sql, values } of selects) {
        const plan = await database.manager.query<Record<string, unknown>[]>(
          `${backend === 'mysql' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'} ${sql}`,
          values,
        );
        const scans = plan.filter((line) =>
          backend === 'mysql'
            ? line['type'] === 'ALL' && !String(line['table']).startsWith('<')
            : String(line['detail']).startsWith('SCAN') && !(walksNewest && NEWEST_FIRST.test(String(line['detail']))),
        );
        expect(scans, `${sql}\n${JSON.stringify(plan)}`).toEqual([]);
      }
    });
  });
});

function letter(sysdrn?: string) {
  const file = { fileName: 'letter.txt', type: 'text/plain', content: 'Dear staff' };
  return sysdrn === undefined ? { file } : { file, sysdrn };
}
