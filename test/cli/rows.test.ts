import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/create-app.js';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import { TestClient } from '../support/client.js';
import { runCli } from './run-cli.js';

const REASON = 'Ngozi compared it with the backup of Sunday';

describe.each(ONE_BACKEND)('sealed rows on %s', (backend) => {
  let service: TestApp;
  let ada: TestUser;
  beforeAll(async () => {
    service = await startApp(backend);
    ada = await service.register();
    await service.client.post('user_passcode_update', { as: ada, body: { pswd: ada.password, pinc: '4829' } });
    await service.app.close();
  });
  afterAll(() => service.remove());

  const cli = (...args: string[]) => runCli(service.environment, ...args, '--json');
  async function started<T>(work: (run: { database: Database; client: TestClient }) => Promise<T>) {
    const app = await createApp({ config: service.config });
    await app.listen(0, '127.0.0.1');
    try {
      const database = app.get(Database, { strict: false });
      return await work({ database, client: new TestClient(await app.getUrl()) });
    } finally {
      await app.close();
    }
  }
  const login = async (client: TestClient) => {
    const body = { emal: ada.email, pswd: ada.password, dvty: 'Web', dsnm: 'desk' };
    return (await client.post('user_profile_login', { body })).status;
  };
  const rows = (sql: string) => started(({ database }) => database.rows<Record<string, string>>(sql));

  it('are listed where they were changed, shown, and trusted again with a reason that is kept', async () => {
    expect(await cli('rows:verify')).toMatchObject({ exitCode: 0, json: { broken: [] } });
    await rows(`UPDATE user_account SET first_name = 'Eve' WHERE id = '${ada.userid}'`);
    const broken = { table: 'user_account', rowId: ada.userid, seal: 'account_seal' };
    expect(await cli('rows:verify')).toMatchObject({ exitCode: 1, json: { broken: [broken] } });
    const shown = await cli('rows:reseal', 'user_account', ada.userid);
    expect(shown).toMatchObject({ exitCode: 0, json: { first_name: 'Eve', email: ada.email } });
    expect(await started(({ client }) => login(client))).toBe(401);
    expect(await cli('rows:reseal', 'user_account', ada.userid, '--reason', 'ok')).toMatchObject({ exitCode: 2 });
    expect(await cli('rows:reseal', 'user_account', 'nobody', '--reason', REASON)).toMatchObject({ exitCode: 1 });
    const sealed = await cli('rows:reseal', 'user_account', ada.userid, '--reason', REASON);
    expect(sealed).toMatchObject({ exitCode: 0, json: { renewed: ['account_seal'] } });
    expect(await started(({ client }) => login(client))).toBe(200);
    const [record] = await rows(
      `SELECT staff_id, action, after_change FROM staff_audit WHERE subject = 'row:user_account:${ada.userid}'`,
    );
    expect(record).toMatchObject({
      staff_id: 'operator',
      action: 'rows_reseal',
      after_change: expect.stringContaining(REASON) as string,
    });
  });

  it('without seals are not trusted either, until an operator trusts all', async () => {
    await rows('UPDATE user_account SET credential_seal = NULL');
    expect(await started(({ client }) => login(client))).toBe(401);
    expect(await cli('rows:reseal', '--all', '--reason', REASON)).toMatchObject({ exitCode: 0 });
    expect(await started(({ client }) => login(client))).toBe(200);
  });
});
