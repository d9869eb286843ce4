/** HAProxy before the databases and before the processes that serve requests. */
import { createConnection } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixedPort } from '../servers/ports.js';
import { makeServerDirectory, PrivateServer } from '../servers/private-server.js';
import type { ClusterPrograms } from '../servers/programs.js';
import type { Databases, HealthCheck } from './databases.js';

/** A server behind HAProxy, as HAProxy sees it, with its sessions. */
export interface ServerState {
  readonly status: string;
  readonly current: number;
  readonly total: number;
}

interface CheckedNode extends HealthCheck {
  readonly name: string;
  readonly server: number;
  /** Answers its check. */
  readonly port: number;
}

export class HaproxyServer extends PrivateServer {
  readonly #socket: string;

  constructor(programs: ClusterPrograms, name: string, port: number, section: readonly string[]) {
    const directory = makeServerDirectory('haproxy');
    const [config, socket] = [join(directory, 'haproxy.cfg'), join(directory, 's')];
    writeFileSync(config, [...common(socket), ...section, ''].join('\n'));
    const url = `http://127.0.0.1:${port}`;
    const isReady = async () => (await statesAt(socket)).size > 0;
    super({ name, command: programs.haproxy, args: ['-db', '-f', config], directory, port, url, isReady });
    this.#socket = socket;
  }

  /** By server; empty where it does not answer. */
  states(): Promise<Map<string, ServerState>> {
    return statesAt(this.#socket);
  }

  /** Resolves to what HAProxy answers to a command of its administration. */
  command(text: string): Promise<string> {
    return ask(this.#socket, text);
  }
}

/** With the process that answers its health checks. */
class DatabaseProxy extends HaproxyServer {
  readonly #checks: PrivateServer;

  constructor(programs: ClusterPrograms, port: number, nodes: readonly CheckedNode[], checks: PrivateServer) {
    super(programs, 'database proxy', port, databaseConfig(port, nodes));
    this.#checks = checks;
  }

  override async stop(): Promise<void> {
    await Promise.all([super.stop(), this.#checks.stop()]);
  }
}

export async function startDatabaseProxy(programs: ClusterPrograms, database: Databases): Promise<HaproxyServer> {
  const nodes: CheckedNode[] = [];
  for (const node of database.nodes)
    nodes.push({ ...database.healthOf(node), name: node.name, server: node.port, port: await fixedPort() });
  const checks = await startHealth(nodes);
  return new DatabaseProxy(programs, await fixedPort(), nodes, checks).start();
}

export async function startApiProxy(
  programs: ClusterPrograms,
  api: readonly { name: string; port: number }[],
  port: number,
): Promise<HaproxyServer> {
  return new HaproxyServer(programs, 'api proxy', port, apiConfig(port, api)).start();
}

function common(socket: string): string[] {
  return [
    'global',
    `  stats socket ${socket} mode 600 level admin`,
    '  maxconn 2000',
    '  hard-stop-after 2s',
    'defaults',
    '  timeout connect 2s',
  ];
}

/** One of several writers: the first, and after its loss the one that took over, until that is lost. */
function databaseConfig(port: number, nodes: readonly CheckedNode[]): string[] {
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
function apiConfig(port: number, api: readonly { name: string; port: number }[]): string[] {
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

async function startHealth(nodes: readonly CheckedNode[]): Promise<PrivateServer> {
  const checked = nodes.map(({ port, url, sql, wanted }) => ({ port, url, sql, wanted }));
  const args = [fileURLToPath(new URL('health-child.js', import.meta.url)), JSON.stringify(checked)];
  const { port } = checked.at(-1)!;
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  const directory = makeServerDirectory('health');
  return new PrivateServer({ name: 'health checks', command: process.execPath, args, directory, port, url, isReady }).start();
}

async function statesAt(socket: string): Promise<Map<string, ServerState>> {
  const text = await ask(socket, 'show stat').catch(() => undefined);
  if (text === undefined) return new Map();
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const column = (row: readonly string[], name: string) =>
    row[head.findIndex((title) => title.replace(/^# /, '') === name)] ?? '';
  const servers = rows.filter((row) => !['FRONTEND', 'BACKEND'].includes(column(row, 'svname')));
  const stateOf = (row: readonly string[]): ServerState => ({
    status: column(row, 'status'),
    current: Number(column(row, 'scur')),
    total: Number(column(row, 'stot')),
  });
  return new Map(servers.map((row) => [column(row, 'svname'), stateOf(row)]));
}

function ask(socket: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const connection = createConnection(socket, () => connection.write(`${command}\n`));
    connection.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    connection.on('error', reject);
    connection.on('end', () => resolve(text));
  });
}
