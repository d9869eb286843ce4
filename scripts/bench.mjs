/**
 * Builds the benchmark and runs it with the servers it needs: `npm run bench -- --only transfer --connections 64`, and
 * `npm run bench -- books --postings 10000000` for books of that size, `npm run bench -- nodes --databases single,galera` for
 * processes that share a database, `npm run bench -- peers` for ledgers of others, `npm run bench -- edge --by-part` for the parts of a request,
 * `npm run bench -- growth` for the bytes that a transfer leaves. With `--against COMMIT` it measures that commit, too, in turns (`--rounds`, 3 unless given), and
 * compares; with `--most 10` it then fails where CPU grew by more than so many per cent.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { compareWith } from './lib/bench-against.mjs';
import { preparePages } from './lib/build-pages.mjs';
import { runChild } from './lib/child.mjs';
import { importPackage } from './lib/import-package.mjs';
import { root } from './lib/root.mjs';

const { provideClusterPrograms } = await importPackage('harness/servers/programs.js');
const { provideServices, startPrivateDatabase } = await importPackage('harness/servers/services.js');
const { provideGoProgram } = await importPackage('harness/servers/go-programs.js');
const { startPrivatePostgres } = await importPackage('harness/servers/postgres.js');
const { startGalera } = await importPackage('harness/cluster/galera.js');
const { startReplication } = await importPackage('harness/cluster/mariadb-replication.js');

const databaseKinds = {
  async single() {
    const server = await startPrivateDatabase({ durable: true });
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

const { against, most, rounds, args: given } = takeOwn(process.argv.slice(2));
if (against) {
  const services = await provideServices({ durable: true });
  try {
    process.exitCode = await compare(against, services.variables);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await services.stop();
  }
  process.exit();
}

const compiler = join(root, 'node_modules/typescript7/bin/tsc');
const built = await runChild('building', [process.execPath, compiler, '-p', 'packages/bench', '--noCheck']);
if (built.status !== 0) process.exit(built.status ?? 1);

const isData = (path) => !path.endsWith('.ts');
for (const part of ['src', 'test/support'])
  cpSync(join(root, part), join(root, 'dist-bench', part), { recursive: true, filter: isData });
await preparePages();
cpSync(join(root, 'packages/reference/dist'), join(root, 'dist-bench/src/pages'), { recursive: true });

const services = await provideServices({ durable: true });
const part = ['books', 'edge', 'growth', 'nodes', 'peers'].find((name) => name === given[0]);
const script = part ? `dist-bench/packages/bench/${part}/main.js` : 'dist-bench/packages/bench/main.js';
const databases = part === 'nodes' ? await startDatabases(given) : [];
const servers = JSON.stringify(databases.map(({ server }) => server));
const peers = part === 'peers' ? await startPeers() : undefined;
const bench = spawn(process.execPath, ['--enable-source-maps', script, ...given.slice(part ? 1 : 0)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...services.variables, BENCH_SERVERS: servers, BENCH_PEERS: JSON.stringify(peers?.given) },
});
const [status] = await once(bench, 'exit');
for (const { stop } of databases) await stop();
await peers?.stop();
await services.stop();
process.exit(status ?? 1);

/** Options that are not of the benchmark itself. */
function takeOwn(args) {
  const own = { against: undefined, most: undefined, rounds: '3', args: [...args] };
  if (!args.includes('--against')) return own;
  for (const name of ['against', 'most', 'rounds']) {
    const at = own.args.indexOf(`--${name}`);
    if (at >= 0) [, own[name]] = own.args.splice(at, 2);
  }
  return own;
}

/** @returns the exit code */
async function compare(commit, variables) {
  const rows = await compareWith(commit, Number(rounds), given, variables);
  let isWorse = rows.length === 0;
  for (const { what, here, there } of rows) {
    const cpu = here.cpuUs / there.cpuUs;
    const rate = here.perSecond / there.perSecond;
    isWorse ||= most !== undefined && cpu > 1 + Number(most) / 100;
    const figures = ({ perSecond, cpuUs }) => `${Math.round(perSecond)}/s, ${Math.round(cpuUs)} µs`;
    console.log(
      `${what}: ${figures(here)}; ${commit}: ${figures(there)}; ${rate.toFixed(2)} of its rate, ${cpu.toFixed(2)} of its CPU`,
    );
  }
  return isWorse ? 1 : 0;
}

/** What the ledgers of others are made of and store in. */
async function startPeers() {
  const numary = provideGoProgram('numary');
  const postgres = await startPrivatePostgres();
  return { given: { numary, postgres: { url: postgres.url, pid: postgres.pid } }, stop: () => postgres.stop() };
}

/** `--databases single,galera,replication`: each on servers of its own, all of one kind of durability. */
async function startDatabases(args) {
  const wanted = /^--databases=?(.*)$/;
  const at = args.findIndex((arg) => wanted.test(arg));
  const names = at < 0 ? 'single' : wanted.exec(args[at])?.[1] || args[at + 1];
  const started = [];
  for (const name of names.split(',')) started.push(await databaseKinds[name]());
  return started;
}
