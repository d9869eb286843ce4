import { createHmac, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DataSource, type EntityMetadata } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/create-app.js';
import { DAY_MS } from '../../src/kernel/clock.js';
import { newId } from '../../src/kernel/ids.js';
import { Config } from '../../src/platform/config/config.js';
import { KeyRing } from '../../src/platform/crypto/key-ring.js';
import { KeyRotation } from '../../src/platform/crypto/key-rotation.js';
import { keyedProperties } from '../../src/platform/crypto/sealed-columns.js';
import { SealedRows } from '../../src/platform/crypto/sealed-rows.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { runCli } from '../cli/run-cli.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import { TestClient } from '../support/client.js';
import { verify } from '../ledger/verify.js';

/** Each file that encrypts, and the columns that its texts come to. */
const ENCRYPTING: Readonly<Record<string, readonly string[]>> = {
  'platform/mail/encrypted-mails.ts': ['mail.sealed'],
  'contexts/sign-in/sessions.store.ts': ['session.secret', 'session.mac'],
  'contexts/sign-in/credentials.store.ts': ['transaction_pin.sealed_hash'],
  'ledger/chain/adapters/keys/derived-chain-keys.ts': ['ledger_key.sealed'],
  'ledger/chain/adapters/sql/sql-checkpoints.ts': ['ledger_checkpoint.sealed'],
  // Messages between processes, which are not stored.
  'ledger/cluster/adapters/forwarding/process-channel.ts': [],
  'contexts/staff/members/members.store.ts': ['staff_profile.totp_secret'],
  'contexts/staff/users/test-users.store.ts': ['test_user.sealed_password', 'test_user.password_digest'],
  'contexts/identity/verifications.store.ts': [
    'identity_verification.sealed_number',
    'identity_verification.number_digest',
    'identity_verification.claim',
    'identity_verification.sealed_evidence',
  ],
  'contexts/purchases/purchases.store.ts': ['purchase_raw_answer.sealed_body'],
  'contexts/purchases/purchases.rows.ts': ['purchase.sealed_deliverables'],
  'contexts/staff/proposals/proposals.store.ts': ['proposal.sealed_token'],
  'contexts/webhooks/endpoints.store.ts': ['webhook_endpoint.secret', 'webhook_endpoint.previous_secret'],
};
/** Columns that hold no encrypted text. */
const DIGESTS: readonly string[] = ['password_digest', 'number_digest', 'claim', 'mac'];
const SHORT_IDS: readonly string[] = ['ledger_key', 'ledger_checkpoint'];
const ROWS = 12;

describe.each(BACKENDS)('a change of APP_KEY on %s', (backend) => {
  const [former, current] = [randomBytes(32), randomBytes(32)];
  const keys = { APP_KEY: current.toString('base64'), APP_KEY_PREVIOUS: former.toString('base64') };
  const boxOf = (appKey: Buffer) =>
    new SecretBox(new KeyRing({ appKey, previousAppKeys: [] as Buffer[] } as Partial<Config> as Config));
  let before: TestApp;
  let ada: TestUser;

  beforeAll(async () => {
    before = await startApp(backend, { APP_KEY: former.toString('base64') });
    ada = await before.register();
    await before.client.post('user_passcode_update', { as: ada, body: { pswd: ada.password, pinc: '4829' } });
    const dataSource = before.app.get(DataSource);
    for (const table of keyedTables(dataSource)) for (let count = 0; count < ROWS; count++) await addRow(dataSource, table);
    await before.app.close();
  });
  afterAll(() => before.remove());

  /** A row with a value in every column, and a known secret in each encrypted one. */
  async function addRow(dataSource: DataSource, table: EntityMetadata): Promise<void> {
    const id = newId().slice(SHORT_IDS.includes(table.tableName) ? -16 : 0);
    const values = table.columns.map(({ propertyName, isPrimary, isNullable, type, length, databaseName }) => {
      if (isPrimary) return id;
      if (keyedProperties(table.target).has(propertyName) && !DIGESTS.includes(databaseName))
        return boxOf(former).encrypt(`${databaseName} of ${id}`, id);
      if (isNullable) return null;
      if (type === 'text') return '[]';
      // Times among them: nothing is over, so that no job removes the row.
      if (type === 'bigint') return Date.now() + DAY_MS;
      return type === 'varchar' ? newId().slice(-Number(length)) : 0;
    });
    const columns = table.columns.map(({ databaseName }) => databaseName);
    await dataSource.query(
      `INSERT INTO ${table.tableName} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
      values,
    );
  }

  async function started(environment: Record<string, string>) {
    const config = Config.load({ ...before.environment, PORT: '0', ...environment });
    const app = await createApp({ config });
    await app.listen(0, '127.0.0.1');
    return { app, config, client: new TestClient(await app.getUrl()) };
  }

  it('is finished by keys:rotate beside the running service, also after an interruption', async () => {
    const { app, client } = await started(keys);
    let isRotating = true;
    const statuses = new Set<string>();
    const requests = (async () => {
      while (isRotating) statuses.add((await client.get('user_wallet_get_info', { as: ada })).body.REQUEST.STATUS);
    })();
    try {
      const total = await count(app.get(DataSource));
      const interrupted = app.get(KeyRotation).execute((done) => {
        if (done > total / 2) throw new Error('killed');
      }, 5);
      await expect(interrupted).rejects.toThrow('killed');
      const left = await underFormerKey(app.get(DataSource));
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(total);

      const { exitCode, json, stdout } = await runCli({ ...before.environment, ...keys }, 'keys:rotate', '--json');
      expect([exitCode, json.isComplete, json.unreadable], stdout).toEqual([0, true, []]);
      expect(json.renewed).toBe(left);
      expect(await underFormerKey(app.get(DataSource))).toBe(0);
      expect((await runCli({ ...before.environment, ...keys }, 'keys:rotate')).stdout).toContain(
        'APP_KEY_PREVIOUS can be dropped',
      );
    } finally {
      isRotating = false;
      await requests;
      await app.close();
    }
    expect([...statuses]).toEqual(['OK']);
  });

  it('leaves nothing that needs the former key', async () => {
    const { app, client, config } = await started({ APP_KEY: keys.APP_KEY });
    try {
      expect((await client.get('user_wallet_get_info', { as: ada })).body.REQUEST.STATUS).toBe('OK');
      expect(await verify(config)).toMatchObject({ ok: true });
      const { broken } = await app.get(SealedRows).verify();
      expect(broken.filter(({ rowId }) => rowId === ada.userid)).toEqual([]);
      const dataSource = app.get(DataSource);
      for (const table of keyedTables(dataSource)) {
        const rows = await dataSource.query<Record<string, string>[]>(`SELECT * FROM ${table.tableName}`);
        const [key] = table.primaryColumns;
        for (const { databaseName, propertyName } of table.columns) {
          if (!keyedProperties(table.target).has(propertyName) || DIGESTS.includes(databaseName)) continue;
          const opened = rows
            .filter((row) => row[databaseName]?.startsWith('v2.'))
            .map((row) => {
              const id = row[key!.databaseName]!;
              return boxOf(current).decrypt(row[databaseName]!, id) === `${databaseName} of ${id}`;
            });
          expect([table.tableName, databaseName, opened.filter(Boolean).length]).toEqual([table.tableName, databaseName, ROWS]);
        }
      }
      const [tester] = await dataSource.query<{ id: string; password_digest: string }[]>('SELECT * FROM test_user');
      const digestKey = new KeyRing(config).current('test users').bytes;
      const digest = createHmac('sha256', digestKey).update(`sealed_password of ${tester!.id}`).digest('hex');
      expect(tester!.password_digest).toBe(digest);
    } finally {
      await app.close();
    }
  });

  it('names rows that no key can read, and does not say that it is done', async () => {
    const { app } = await started(keys);
    const foreign = boxOf(randomBytes(32)).encrypt('secret', 'row');
    await app
      .get(DataSource)
      .query('UPDATE mail SET sealed = ? WHERE id = (SELECT id FROM (SELECT MIN(id) AS id FROM mail) m)', [foreign]);
    await app.close();
    const { exitCode, json } = await runCli({ ...before.environment, ...keys }, 'keys:rotate', '--json');
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({ isComplete: false, unreadable: [expect.stringMatching(/^mail\//)] });
  });

  it('knows every encrypted column', async () => {
    const source = resolve(import.meta.dirname, '../../src');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') &&
        !file.endsWith('.spec.ts') &&
        !file.startsWith('platform/crypto') &&
        /(?:box|secrets|secretBox)\.encrypt\(/i.test(readFileSync(resolve(source, file), 'utf8')),
    );
    expect(files.toSorted()).toEqual(Object.keys(ENCRYPTING).toSorted());
    const { app } = await started(keys);
    const registered = keyedTables(app.get(DataSource)).flatMap(({ tableName, columns, target }) =>
      columns
        .filter(({ propertyName }) => keyedProperties(target).has(propertyName))
        .map(({ databaseName }) => `${tableName}.${databaseName}`),
    );
    await app.close();
    expect(registered.toSorted()).toEqual([...new Set(Object.values(ENCRYPTING).flat())].toSorted());
  });

  async function count(dataSource: DataSource): Promise<number> {
    const counts = await Promise.all(keyedTables(dataSource).map(({ target }) => dataSource.getRepository(target).count()));
    return counts.reduce((sum, each) => sum + each, 0);
  }

  async function underFormerKey(dataSource: DataSource): Promise<number> {
    const id = new KeyRing({ appKey: former, previousAppKeys: [] as Buffer[] } as Partial<Config> as Config).current('').id;
    let found = 0;
    for (const { tableName } of keyedTables(dataSource)) {
      const rows = await dataSource.query<Record<string, unknown>[]>(`SELECT * FROM ${tableName}`);
      found += rows.filter((row) => JSON.stringify(row).includes(`v2.${id}.`)).length;
    }
    return found;
  }
});

function keyedTables(dataSource: DataSource): EntityMetadata[] {
  return dataSource.entityMetadatas.filter(({ target }) => keyedProperties(target).size > 0);
}
