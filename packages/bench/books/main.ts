import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import mysql from 'mysql2/promise';
import { ServiceContext } from '../../../src/cli/service-context.js';
import { migrateDatabase } from '../../../src/cli/migrate.js';
import { DerivedChainKeys } from '../../../src/ledger/chain/adapters/keys/derived-chain-keys.js';
import { StoredChainKeys } from '../../../src/ledger/chain/adapters/keys/stored-chain-keys.js';
import { Config } from '../../../src/platform/config/config.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { measureArchive, measureBooks, measureRecovery } from './measure-books.js';
import { writeBooks } from './write-books.js';
import { readOptions } from '../options.js';

/** `npm run bench -- books --postings 10000000`: writes books of this size and measures what grows with them. */
const options = readOptions({
  postings: { type: 'string', default: '1000000' },
  /** Default: one for each 200 postings. */
  wallets: { type: 'string' },
  months: { type: 'string', default: '24' },
  /** A folder in which the books are kept, and measured again by the next run. */
  keep: { type: 'string' },
  /** A server for them; default: that of the other benchmarks. */
  server: { type: 'string', default: process.env['TEST_DATABASE_URL']! },
  /** Months that stay in the database; what is older is archived and read again. */
  archive: { type: 'string' },
  /** Instead: physical backups and a recovery, of a server with a binary log on this machine. */
  recovery: { type: 'boolean', default: false },
  /** Steps that are measured, by their name. */
  only: { type: 'string' },
});

interface Place {
  readonly environment: Readonly<Record<string, string>>;
  readonly wallets: readonly string[];
}

const folder = options.keep ? resolve(options.keep) : mkdtempSync(join(tmpdir(), 'harmattan-books-'));
const description = join(folder, 'books.json');
const place = existsSync(description) ? (JSON.parse(readFileSync(description, 'utf8')) as Place) : await makePlace();
try {
  // Kept books may be of an older version.
  await migrateDatabase(Config.loadForTool({ ...place.environment }), false);
  const isWanted = (name: string) => !options.only || new RegExp(options.only).test(name);
  await (options.recovery ? measureRecovery(place) : measureBooks(place, isWanted));
  if (options.archive) await measureArchive(place, options.archive, isWanted);
} finally {
  if (!options.keep) {
    const url = new URL(place.environment['DATABASE_URL']!);
    await asServer((connection) => connection.query(`DROP DATABASE ${mysql.escapeId(url.pathname.slice(1))}`));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makePlace(): Promise<Place> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `harmattan_books_${randomBytes(4).toString('hex')}`;
  await asServer((connection) => connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`));
  const url = new URL(options.server);
  url.pathname = `/${name}`;
  const environment = {
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: url.href,
    APP_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'error',
  };
  const wallets = await fill(environment);
  writeFileSync(description, JSON.stringify({ environment, wallets }), { mode: 0o600 });
  return { environment, wallets };
}

async function fill(environment: Record<string, string>): Promise<readonly string[]> {
  const config = Config.loadForTool(environment);
  await migrateDatabase(config, true);
  const context = new ServiceContext(config, process.stderr);
  // The statements have no placeholders to be looked for.
  const pool = mysql.createPool({ uri: config.databaseUrl!, connectionLimit: 2, queryFormat: (sql) => sql });
  try {
    await (await context.get(StoredChainKeys)).prepare();
    const { current } = await context.get(DerivedChainKeys);
    const postings = Number(options.postings);
    const wallets = Number(options.wallets ?? Math.max(100, Math.round(postings / 200)));
    const to = Date.now() - DAY_MS;
    const began = performance.now();
    const perSecond = (count: number) => Math.round(count / ((performance.now() - began) / 1_000)).toLocaleString('en');
    const written = await writeBooks(
      { postings, wallets, from: to - Number(options.months) * 30 * DAY_MS, to },
      current,
      (sql) => pool.query(sql),
      (count) => process.stderr.write(`\r${count.toLocaleString('en')} postings, ${perSecond(count)} a second `),
    );
    const { batches, journals } = written;
    process.stderr.write(
      `\r${written.postings.toLocaleString('en')} postings of ${journals} journals in ${batches} batches, ${perSecond(written.postings)} a second\n`,
    );
    return written.wallets.slice(0, 1_000);
  } finally {
    await pool.end();
    await context.close();
  }
}

async function asServer(work: (connection: mysql.Connection) => Promise<unknown>): Promise<void> {
  const url = new URL(options.server);
  url.pathname = '/';
  const connection = await mysql.createConnection(url.href);
  try {
    await work(connection);
  } finally {
    await connection.end();
  }
}
