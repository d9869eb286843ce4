/** TiDB with its embedded store: one process with the SQL, optimiser, transactions and errors of TiDB, and no TiKV. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseOptions, whyNotMysql } from './database.js';
import { provideGoProgram } from './go-programs.js';
import { fixedPort } from './ports.js';
import { makeServerDirectory, PrivateServer, type ServerSpec } from './private-server.js';

/** At the first start. */
const INITIAL = ['SET GLOBAL tidb_enable_check_constraint = ON'];
/**
 * The store keeps locks in memory, and in them what a transaction of two phases writes, until each row is committed: a kill tears it. With
 * all tables in one region and batches without a limit a transaction is committed in one phase, which is one write to the store's log.
 */
const WHOLE = ['SET GLOBAL tidb_enable_1pc = ON', `SET GLOBAL tidb_txn_commit_batch_size = ${2 ** 30}`];
const ONE_REGION = 'split-table = false\n';

/** A private server on a free port, root without password. @throws NotToBeHad where it cannot be built */
export const launchTidb = async (options?: DatabaseOptions) => new PrivateServer(await tidbSpec(options)).start();

export async function tidbSpec({ args = [], durable = false }: DatabaseOptions = {}): Promise<ServerSpec> {
  const command = provideGoProgram('tidb-server');
  const directory = makeServerDirectory('tidb');
  const port = await fixedPort();
  const url = `mysql://root@127.0.0.1:${port}`;
  const initial = join(directory, 'initial.sql');
  writeFileSync(initial, [...INITIAL, ...(durable ? WHOLE : []), ''].join(';\n'));
  const config = join(directory, 'tidb.toml');
  writeFileSync(config, durable ? ONE_REGION : '');
  const options = {
    config,
    store: 'unistore',
    path: join(directory, 'data'),
    host: '127.0.0.1',
    P: port,
    socket: join(directory, 's'),
    'temp-dir': directory,
    'initialize-sql-file': initial,
    'report-status': false,
    L: 'error',
  };
  const all = [...Object.entries(options).map(([name, value]) => `-${name}=${value}`), ...args];
  const isReady = async () => (await whyNotMysql(url)) === undefined;
  return { name: 'TiDB', command, args: all, directory, port, url, isReady };
}
