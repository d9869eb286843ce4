/**
 * Builds the benchmark and runs it with the servers it needs: `npm run bench -- --only transfer --connections 64`, and
 * `npm run bench -- books --postings 10000000` for books of that size, `npm run bench -- nodes --databases single,galera` for
 * processes that share a database.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { preparePages } from './lib/build-pages.mjs';
import { importPackage } from './lib/import-package.mjs';
import { root } from './lib/root.mjs';

const { provideClusterPrograms } = await importPackage('harness/servers/programs.js');
const { provideServices, startPrivateMariadb } = await importPackage('harness/servers/services.js');
const { startGalera } = await importPackage('harness/cluster/galera.js');
const { startReplication } = await importPackage('harness/cluster/replication.js');

const databaseKinds = {
  async single() {
    const server = await startPrivateMariadb({ durable: true });
    return { server: { name: 'one database', url: server.url, pids: [server.pid] }, stop: () => server.stop() };
  },
  galera: () => several('three nodes of Galera', startGalera),
  replication: () => several('a primary with two replicas', startReplication),
};

async function several(name, start) {
  const cluster = await start(provideClusterPrograms());
  const [{ url }] = cluster.nodes;
  return { server: { name, url, pids: cluster.nodes.map(({ pid }) => pid) }, stop: () => cluster.stop() };
}

const compiler = join(root, 'node_modules/typescript7/bin/tsc');
const built = spawnSync(process.execPath, [compiler, '-p', 'packages/bench'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

const isData = (path) => !path.endsWith('.ts');
for (const part of ['src', 'test/support'])
  cpSync(join(root, part), join(root, 'dist-bench', part), { recursive: true, filter: isData });
preparePages();
cpSync(join(root, 'packages/reference/dist'), join(root, 'dist-bench/src/pages'), { recursive: true });

const services = await provideServices();
const given = process.argv.slice(2);
const part = ['books', 'nodes'].find((name) => name === given[0]);
const script = part ? `dist-bench/packages/bench/${part}/main.js` : 'dist-bench/packages/bench/main.js';
const databases = part === 'nodes' ? await startDatabases(given) : [];
const servers = JSON.stringify(databases.map(({ server }) => server));
const bench = spawn(process.execPath, ['--enable-source-maps', script, ...given.slice(part ? 1 : 0)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...services.variables, BENCH_SERVERS: servers },
});
const [status] = await once(bench, 'exit');
for (const { stop } of databases) await stop();
await services.stop();
process.exit(status ?? 1);

/** `--databases single,galera,replication`: each on servers of its own, all of one kind of durability. */
async function startDatabases(args) {
  const wanted = /^--databases=?(.*)$/;
  const at = args.findIndex((arg) => wanted.test(arg));
  const names = at < 0 ? 'single' : wanted.exec(args[at])?.[1] || args[at + 1];
  const started = [];
  for (const name of names.split(',')) started.push(await databaseKinds[name]());
  return started;
}
