import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { SQLITE_FILE } from '../../src/platform/config/data-folder.js';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { IS_TIDB, makeBackend, type TestBackend } from './backend.js';

type Copy = (place: TestBackend) => Promise<void>;

let sqlite: Promise<Copy> | undefined;
let server: Promise<Copy> | undefined;

/** Makes the new database of a test as migrations leave it, in a fraction of the time that they take: each worker runs them once. */
export async function makeMigrated(place: TestBackend): Promise<void> {
  const copy = place.backend === 'sqlite' ? (sqlite ??= sqliteCopy()) : (server ??= serverCopy());
  await (
    await copy
  )(place);
}

/** The same, but where a test says which database it is, or runs on TiDB, where the migrations themselves are what is tested. */
export async function makeMigratedIfNew(place: TestBackend, overrides: Readonly<Record<string, string>>): Promise<void> {
  const isNew = !('DATABASE_URL' in overrides || 'MIGRATION_DATABASE_URL' in overrides || 'DATA_DIR' in overrides);
  if (isNew && place.backend !== 'tidb' && !IS_TIDB) await makeMigrated(place);
}

async function migrateNew({ config }: TestBackend): Promise<void> {
  const dataSource = await connect(dataSourceOptions(config, [], MIGRATIONS), config.databaseUrl, true);
  try {
    await migrate(dataSource, config.dataDir);
  } finally {
    await dataSource.destroy();
  }
}

async function sqliteCopy(): Promise<Copy> {
  const model = makeBackend('sqlite');
  await migrateNew(model);
  const kept = mkdtempSync(join(tmpdir(), 'harmattan-migrated-'));
  const files = readdirSync(model.config.dataDir).filter((name) => name.startsWith(SQLITE_FILE));
  for (const name of files) copyFileSync(join(model.config.dataDir, name), join(kept, name));
  await model.remove();
  process.once('exit', () => rmSync(kept, { recursive: true, force: true }));
  return async ({ config }) => {
    for (const name of files) copyFileSync(join(kept, name), join(config.dataDir, name));
  };
}

async function serverCopy(): Promise<Copy> {
  const model = makeBackend('mysql');
  await migrateNew(model);
  const statements = await withConnection(model.environment['DATABASE_URL']!, dump);
  await model.remove();
  return async ({ environment }) => {
    const address = new URL(environment['DATABASE_URL']!);
    const name = mysql.escapeId(address.pathname.slice(1));
    address.pathname = '/';
    await withConnection(address.href, (connection) => connection.query(`CREATE DATABASE ${name}; USE ${name}; ${statements}`));
  };
}

async function dump(connection: Connection): Promise<string> {
  const statements: string[] = [];
  const read = async (sql: string) => (await connection.query<RowDataPacket[]>(sql))[0];
  for (const row of await read("SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'")) {
    const table = mysql.escapeId(String(Object.values(row)[0]));
    const [created] = await read(`SHOW CREATE TABLE ${table}`);
    statements.push(String(created!['Create Table']));
    for (const values of await read(`SELECT * FROM ${table}`))
      statements.push(mysql.format(`INSERT INTO ${table} VALUES (?)`, [Object.values(values)]));
  }
  for (const { Trigger: name } of await read('SHOW TRIGGERS')) {
    const [created] = await read(`SHOW CREATE TRIGGER ${mysql.escapeId(String(name))}`);
    statements.push(String(created!['SQL Original Statement']));
  }
  return statements.join(';\n');
}

async function withConnection<Result>(uri: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await mysql.createConnection({ uri, multipleStatements: true });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
