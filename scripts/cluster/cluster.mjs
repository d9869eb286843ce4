/** Everything of `npm run cluster`: databases, Redis, the processes of the service, and HAProxy before both. */
import { startPrivateRedis } from '../services.mjs';
import { startApiProxy, startDatabaseProxy } from './haproxy.mjs';
import { startGalera } from './galera.mjs';
import { fixedPort } from './ports.mjs';
import { startRedisCluster, startRedisSentinel } from './redis.mjs';
import { startReplication } from './replication.mjs';
import { Service } from './service.mjs';

const DATABASE = 'harmattan';
/** Longer than the two checks after which HAProxy sends no more requests. */
const DRAIN_SECONDS = 3;

const databases = { galera: startGalera, replication: startReplication };
const redisKinds = { single: startPrivateRedis, sentinel: startRedisSentinel, cluster: startRedisCluster };

export const kinds = { database: Object.keys(databases), redis: Object.keys(redisKinds) };

export class Cluster {
  #started = [];

  /**
   * @param options `{ database, redis, api, workers, settings, previous }`: kinds, numbers of processes, environment variables of the
   * service, and the older version of it (`previous.mjs`) that is started, if any
   * @param report told what is started next
   */
  static async start(programs, options, report = () => undefined) {
    const cluster = new Cluster();
    try {
      await cluster.#start(programs, options, report);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  async #start(programs, { database, redis, api, workers, settings, previous }, report) {
    report('databases');
    this.database = this.#keep(await databases[database](programs));
    this.databaseProxy = this.#keep(await startDatabaseProxy(programs, this.database));
    report('Redis');
    this.redis = this.#keep(await redisKinds[redis]());
    const port = await fixedPort();
    this.origin = `http://127.0.0.1:${port}`;
    const databaseUrl = `mysql://root@127.0.0.1:${this.databaseProxy.port}/${DATABASE}`;
    this.databaseUrl = databaseUrl;
    await this.database.nodes[0].query(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    const replicas = (this.database.replicaUrls ?? []).map((url) => `${url}/${DATABASE}`);
    report('the service');
    this.previous = previous;
    const environment = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: this.redis.url,
      PUBLIC_URL: this.origin,
      TRUSTED_PROXIES: 'loopback',
      SHUTDOWN_DELAY_SECONDS: String(DRAIN_SECONDS),
      LOG_LEVEL: 'warn',
      ...(replicas.length > 0 ? { DATABASE_REPLICA_URLS: replicas.join() } : {}),
      ...settings,
    };
    this.service = this.#keep(new Service(environment, previous?.folder));
    for (let number = 1; number <= api; number++) await this.service.add('api', `api${number}`);
    for (let number = 1; number <= workers; number++) await this.service.add('worker', `worker${number}`);
    const [first, ...others] = this.service.processes;
    // It migrates.
    await first.start();
    await Promise.all(others.map((other) => other.start()));
    this.proxy = this.#keep(await startApiProxy(programs, this.service.api, port));
  }

  /** The database node that HAProxy sends new connections to; undefined where none is healthy. */
  async writer() {
    const states = await this.databaseProxy.states();
    const busiest = [...states]
      .filter(([, { status }]) => status.startsWith('UP'))
      .toSorted(([, a], [, b]) => b.current - a.current)[0];
    return this.database.nodes.find(({ name }) => name === busiest?.[0]);
  }

  /** Stops everything and removes its folders, the last started first. */
  async stop() {
    for (const part of this.#started.splice(0).toReversed()) await part.stop();
  }

  #keep(part) {
    this.#started.push(part);
    return part;
  }
}
