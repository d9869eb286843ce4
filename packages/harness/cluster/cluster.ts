/** Everything of `npm run cluster`: databases, Redis, the processes of the service, and HAProxy before both. */
import { documentedGrants } from '../servers/database-grants.js';
import { fixedPort } from '../servers/ports.js';
import type { PrivateServer } from '../servers/private-server.js';
import type { ClusterPrograms } from '../servers/programs.js';
import { startPrivateRedis } from '../servers/services.js';
import { TcpProxy } from '../servers/tcp-proxy.js';
import type { DatabaseNode } from './database-node.js';
import type { Databases } from './databases.js';
import { startGalera } from './galera.js';
import { type HaproxyServer, startApiProxy, startDatabaseProxy } from './haproxy.js';
import type { PreviousVersion } from './previous.js';
import { type RedisCluster, type RedisSentinel, startRedisCluster, startRedisSentinel } from './redis-servers.js';
import { startReplication } from './mariadb-replication.js';
import { startGroupReplication, startMysqlReplication } from './mysql-replication.js';
import { type Links, type Role, Service } from './service.js';
import { startTidb } from './tidb.js';

const DATABASE = 'harmattan';
const USERS = { database: DATABASE, owner: 'harmattan_owner', server: 'harmattan', password: 'Harmattan-wind-26' };
/** Longer than the two checks after which HAProxy sends no more requests. */
const DRAIN_SECONDS = 3;

type Start = (programs: ClusterPrograms) => Promise<Databases>;
/** By engine; the first of each is started where none is named. */
const DATABASES: Readonly<Record<string, Readonly<Partial<Record<DatabaseKind, Start>>>>> = {
  mariadb: { galera: startGalera, replication: startReplication },
  mysql: { replication: () => startMysqlReplication(), group: () => startGroupReplication() },
  tidb: { tidb: () => startTidb() },
};
const REDIS_KINDS = {
  single: () => startPrivateRedis(),
  sentinel: () => startRedisSentinel(),
  cluster: () => startRedisCluster(),
};

export type DatabaseKind = Databases['kind'];
export type RedisKind = keyof typeof REDIS_KINDS;
export const REDIS_NAMES = Object.keys(REDIS_KINDS) as RedisKind[];

/** @param wanted of its kinds; undefined: the first. @throws Error where the engine or its kind is unknown */
export function databaseKind(engine: string, wanted: string | undefined): DatabaseKind {
  const kinds = DATABASES[engine];
  if (!kinds) throw new Error(`--engine is ${Object.keys(DATABASES).join(' or ')}`);
  const names = Object.keys(kinds) as DatabaseKind[];
  const found = wanted === undefined ? names[0] : names.find((name) => name === wanted);
  if (!found) throw new Error(`--database of ${engine} is ${names.join(' or ')}`);
  return found;
}

export interface ClusterOptions {
  readonly engine: string;
  readonly database: DatabaseKind;
  readonly redis: RedisKind;
  /** One user owns the schema and another serves, as docs/deployment.md says; otherwise the administrator does both. */
  readonly hasTwoUsers?: boolean;
  /** Numbers of processes. */
  readonly api: number;
  readonly workers: number;
  /** Environment variables of the service. */
  readonly settings: Readonly<Record<string, string>>;
  /** The older version that is started, if any. */
  readonly previous?: PreviousVersion;
  /** Each process has connections of its own that can be cut. */
  readonly hasLinks?: boolean;
}

export class Cluster {
  /** Stopped in the reverse of this order. */
  readonly #started: { stop(): Promise<void> }[] = [];

  private constructor(
    readonly programs: ClusterPrograms,
    readonly previous: PreviousVersion | undefined,
  ) {}

  database: Databases;
  databaseProxy: HaproxyServer;
  databaseUrl: string;
  redis: PrivateServer | RedisCluster | RedisSentinel;
  service: Service;
  proxy: HaproxyServer;
  origin: string;

  /** @param report told what is started next */
  static async start(
    programs: ClusterPrograms,
    options: ClusterOptions,
    report: (part: string) => void = () => undefined,
  ): Promise<Cluster> {
    const cluster = new Cluster(programs, options.previous);
    try {
      await cluster.#start(options, report);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  async #start(options: ClusterOptions, report: (part: string) => void): Promise<void> {
    const { engine, database, redis, hasTwoUsers = false, api, workers, settings, hasLinks = false } = options;
    report('databases');
    this.database = this.#keep(await DATABASES[engine]![database]!(this.programs));
    this.databaseProxy = this.#keep(await startDatabaseProxy(this.programs, this.database));
    report('Redis');
    this.redis = this.#keep(await REDIS_KINDS[redis]());
    const port = await fixedPort();
    this.origin = `http://127.0.0.1:${port}`;
    this.databaseUrl = `mysql://root@127.0.0.1:${this.databaseProxy.port}/${DATABASE}`;
    // The first statement makes the database.
    for (const statement of documentedGrants(USERS).slice(0, hasTwoUsers ? undefined : 1))
      await this.database.nodes[0]!.query(statement);
    const replicas = this.database.replicaUrls.map((url) => `${url}/${DATABASE}`);
    report('the service');
    const environment = {
      DATABASE_URL: hasTwoUsers ? this.#urlOf(USERS.server) : this.databaseUrl,
      REDIS_URL: this.redis.url,
      PUBLIC_URL: this.origin,
      TRUSTED_PROXIES: 'loopback',
      SHUTDOWN_DELAY_SECONDS: String(DRAIN_SECONDS),
      LOG_LEVEL: 'warn',
      ...(database === 'tidb' ? { DATABASE_DIALECT: 'tidb' } : {}),
      ...(replicas.length > 0 ? { DATABASE_REPLICA_URLS: replicas.join() } : {}),
      ...settings,
    };
    const forCommands: Record<string, string> = hasTwoUsers ? { MIGRATION_DATABASE_URL: this.#urlOf(USERS.owner) } : {};
    this.service = this.#keep(new Service(environment, forCommands, this.previous?.folder));
    for (let number = 1; number <= api; number++) await this.#add('api', `api${number}`, hasLinks);
    for (let number = 1; number <= workers; number++) await this.#add('worker', `worker${number}`, hasLinks);
    const [first, ...others] = this.service.processes;
    if (hasTwoUsers) {
      // The owner makes triggers, where there is a binary log.
      for (const node of this.database.nodes) await node.query('SET GLOBAL log_bin_trust_function_creators = 1');
      await this.service.migrate('--create');
    }
    // It migrates where it may.
    await first?.start();
    await Promise.all(others.map((other) => other.start()));
    this.proxy = this.#keep(await startApiProxy(this.programs, this.service.api, port));
  }

  /** The database node that HAProxy sends new connections to; undefined where none is healthy. */
  async writer(): Promise<DatabaseNode | undefined> {
    const states = await this.databaseProxy.states();
    const busiest = [...states]
      .filter(([, { status }]) => status.startsWith('UP'))
      .toSorted(([, a], [, b]) => b.current - a.current)[0];
    return this.database.nodes.find(({ name }) => name === busiest?.[0]);
  }

  /** Stops everything and removes its folders. */
  async stop(): Promise<void> {
    for (const part of this.#started.splice(0).toReversed()) await part.stop();
  }

  #urlOf(user: string): string {
    return Object.assign(new URL(this.databaseUrl), { username: user, password: USERS.password }).href;
  }

  async #add(role: Role, name: string, hasLinks: boolean): Promise<void> {
    if (!hasLinks) {
      await this.service.add(role, name);
      return;
    }
    const database = await TcpProxy.before(this.databaseUrl);
    const redis = 'killPrimary' in this.redis ? undefined : await TcpProxy.before(this.redis.url);
    const links: Links = { database: database.proxy, redis: redis?.proxy };
    const settings = { DATABASE_URL: database.url, ...(redis ? { REDIS_URL: redis.url } : {}) };
    await this.service.add(role, name, settings, links);
  }

  #keep<Part extends { stop(): Promise<void> }>(part: Part): Part {
    this.#started.push(part);
    return part;
  }
}
