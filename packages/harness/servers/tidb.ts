/** TiDB with its embedded store: one process with the SQL, optimiser, transactions and errors of TiDB, and no TiKV. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseOptions, whyNotMysql } from './database.js';
import { provideGoProgram } from './go-programs.js';
import { fixedPort } from './ports.js';
import { makeServerDirectory, PrivateServer, type ServerSpec } from './private-server.js';

/** At the first start. */
const INITIAL = 'SET GLOBAL tidb_enable_check_constraint = ON;\n';

/** A private server on a free port, root without password. @throws NotToBeHad where it cannot be built */
export const launchTidb = async (options?: DatabaseOptions) => new PrivateServer(await tidbSpec(options)).start();

export async function tidbSpec({ args = [] }: DatabaseOptions = {}): Promise<ServerSpec> {
  const command = provideGoProgram('tidb-server');
  const directory = makeServerDirectory('tidb');
  const port = await fixedPort();
  const url = `mysql://root@127.0.0.1:${port}`;
  const initial = join(directory, 'initial.sql');
  writeFileSync(initial, INITIAL);
  const options = {
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
