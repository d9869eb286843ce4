/** HAProxy before the databases and before the processes that serve requests. */
import { createConnection } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeServerDirectory, PrivateServer } from '../lib/private-server.mjs';
import { fixedPort } from './ports.mjs';

/** @param nodes `[{ name, port, healthPort }]` */
export async function startDatabaseProxy(programs, database) {
  const nodes = [];
  for (const node of database.nodes)
    nodes.push({ ...database.healthOf(node), name: node.name, server: node.port, port: await fixedPort() });
  const checks = await startHealth(nodes);
  const port = await fixedPort();
  const proxy = await startProxy(programs, 'database proxy', port, databaseConfig(port, nodes));
  return Object.assign(proxy, {
    async stop() {
      await Promise.all([PrivateServer.prototype.stop.call(proxy), checks.stop()]);
    },
  });
}

/** @param api `[{ name, port }]` */
export async function startApiProxy(programs, api, port) {
  return startProxy(programs, 'api proxy', port, apiConfig(port, api));
}

/** One of several writers: the first, and after its loss the one that took over, until that is lost. */
function databaseConfig(port, nodes) {
  const servers = nodes.map(
    (node, index) => `  server ${node.name} 127.0.0.1:${node.server} check port ${node.port}${index === 0 ? '' : ' backup'}`,
  );
  return [
    'listen database',
    `  bind 127.0.0.1:${port}`,
    '  mode tcp',
    '  timeout client 1h',
    '  timeout server 1h',
    '  option tcpka',
    '  option httpchk GET /',
    '  timeout check 1500',
    '  stick-table type integer size 1',
    '  stick on int(1)',
    '  default-server inter 1s fastinter 500 fall 2 rise 2 on-marked-down shutdown-sessions',
    ...servers,
  ];
}

/** `/readyz` says 503 while a process drains, before it stops to listen. Only what was not sent is sent to another one. */
function apiConfig(port, api) {
  return [
    'listen api',
    `  bind 127.0.0.1:${port}`,
    '  mode http',
    '  timeout client 70s',
    '  timeout server 70s',
    '  option forwardfor',
    '  option httpchk GET /readyz?exclude=queue',
    '  http-check expect status 200',
    '  timeout check 2s',
    '  balance leastconn',
    '  retries 3',
    '  option redispatch 1',
    '  retry-on conn-failure',
    '  default-server inter 1s fastinter 500 fall 2 rise 1',
    ...api.map(({ name, port: at }) => `  server ${name} 127.0.0.1:${at} check`),
  ];
}

async function startProxy(programs, name, port, section) {
  const directory = makeServerDirectory('haproxy');
  const [config, socket] = [join(directory, 'haproxy.cfg'), join(directory, 's')];
  const common = [
    'global',
    `  stats socket ${socket} mode 600 level admin`,
    '  maxconn 2000',
    '  hard-stop-after 2s',
    'defaults',
    '  timeout connect 2s',
  ];
  writeFileSync(config, [...common, ...section, ''].join('\n'));
  const isReady = async () => (await states(socket)) !== undefined;
  const args = ['-db', '-f', config];
  const spec = { name, command: programs.haproxy, args, directory, port, url: `http://127.0.0.1:${port}`, isReady };
  const server = await new PrivateServer(spec).start();
  return Object.assign(server, { port, states: () => states(socket), command: (text) => ask(socket, text) });
}

async function startHealth(nodes) {
  const checked = nodes.map(({ port, url, sql, wanted }) => ({ port, url, sql, wanted }));
  const args = [fileURLToPath(new URL('health-child.mjs', import.meta.url)), JSON.stringify(checked)];
  const isReady = () =>
    fetch(`http://127.0.0.1:${checked.at(-1).port}`).then(
      () => true,
      () => false,
    );
  const directory = makeServerDirectory('health');
  return new PrivateServer({ name: 'health checks', command: process.execPath, args, directory, isReady }).start();
}

/** By server: `{ status, current, total }` with its state as HAProxy sees it and its sessions; undefined where it does not answer. */
async function states(socket) {
  const text = await ask(socket, 'show stat').catch(() => undefined);
  if (text === undefined) return undefined;
  const [head, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const column = (row, name) => row[head.findIndex((title) => title.replace(/^# /, '') === name)];
  const servers = rows.filter((row) => !['FRONTEND', 'BACKEND'].includes(column(row, 'svname')));
  const facts = (row) => ({
    status: column(row, 'status'),
    current: Number(column(row, 'scur')),
    total: Number(column(row, 'stot')),
  });
  return new Map(servers.map((row) => [column(row, 'svname'), facts(row)]));
}

/** Resolves to what HAProxy answers to a command of its administration. */
function ask(socket, command) {
  return new Promise((resolve, reject) => {
    let text = '';
    const connection = createConnection(socket, () => connection.write(`${command}\n`));
    connection.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    connection.on('error', reject);
    connection.on('end', () => resolve(text));
  });
}
