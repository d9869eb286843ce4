import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startGalera } from '../../packages/harness/cluster/galera.js';
import { provideClusterPrograms } from '../../packages/harness/servers/programs.js';
import { startPrivateDatabase } from '../../packages/harness/servers/services.js';
import { readEnvironment } from '../../src/platform/config/environment.js';
import { KNOWN_SETTINGS } from '../../src/known-settings.js';
import { ProcessEnvironment } from '../../src/platform/config/process.settings.js';
import { DatabaseEnvironment } from '../../src/platform/database/database.settings.js';
import { RedisEnvironment } from '../../src/platform/redis/redis.settings.js';

interface Service {
  readonly image: string;
  readonly command?: string | readonly string[];
  readonly environment?: Record<string, string | number | boolean>;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly depends_on?: Record<string, { readonly condition: string }>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly privileged?: boolean;
  readonly security_opt?: readonly string[];
  readonly deploy?: { readonly replicas: number };
  readonly networks?: { readonly default: { readonly ipv4_address: string } };
  readonly mem_limit?: string;
  readonly stop_grace_period?: string;
}

interface Compose<Name extends string = string> {
  readonly services: Record<Name, Service>;
  readonly volumes: Record<string, null>;
}

const directory = resolve(import.meta.dirname, '../../docker');
const read = (file: string) => readFileSync(resolve(directory, file), 'utf8');
const { services } = parsed('compose.yaml') as Compose<'api' | 'worker' | 'mysql' | 'redis' | 'mail'>;
const cluster = parsed('compose.cluster.yaml').services;
const VARIABLES = {
  PUBLIC_URL: 'http://localhost:3000',
  TRUSTED_PROXIES: '172.28.0.0/24',
  MYSQL_PASSWORD: 'secret',
  REDIS_PASSWORD: 'another',
  APP_KEY: randomBytes(32).toString('base64'),
  SANDBOX_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
};

describe('compose.yaml', () => {
  it('has a mail catcher beside service, database and queue', () => {
    expect(Object.keys(services).toSorted()).toEqual(['api', 'mail', 'mysql', 'redis', 'worker']);
  });

  it.each(['api', 'worker'] as const)('starts %s when database and queue are ready', (role) => {
    expect(services[role].depends_on).toEqual({
      mysql: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
    expect(services.mysql.healthcheck?.test[0]).toBe('CMD-SHELL');
    expect(services.redis.healthcheck?.test.join(' ')).toContain('redis-cli ping');
  });

  it.each(['api', 'worker'] as const)('gives %s settings that the schema accepts', (role) => {
    const of = settingsOf(services[role]);
    expect(of(ProcessEnvironment).ROLE).toBe(role);
    expect(of(DatabaseEnvironment).DATABASE_URL).toBe('mysql://harmattan:secret@mysql:3306/harmattan');
    expect(of(RedisEnvironment).REDIS_URL).toBe('redis://:another@redis:6379');
  });

  it('allows triggers in MySQL and eviction of nothing in Redis', () => {
    expect(services.mysql.command).toContain('--log-bin-trust-function-creators=1');
    expect(services.mysql.command).toContain('--character-set-server=utf8mb4');
    const redis = [services.redis.command].flat().join(' ');
    expect(redis).toContain('--maxmemory-policy noeviction');
    expect(redis).toContain('--appendonly yes');
  });

  it('protects Redis by a password, which its health check also gives', () => {
    expect([services.redis.command].flat().join(' ')).toContain('--requirepass "$$REDISCLI_AUTH"');
    expect(services.redis.environment?.['REDISCLI_AUTH']).toMatch(/^\$\{REDIS_PASSWORD:\?/);
  });
});

describe.each(['compose.yaml', 'compose.cluster.yaml'])('%s', (file) => {
  const text = read(file);
  const { services: all, volumes } = parsed(file);

  it('contains no secret, no address and no proxies', () => {
    const variables = [...text.matchAll(/\$\{(\w+)(:?[-?])/g)].map(([, name, operator]) => [name, operator]);
    const optional = variables.filter(([, operator]) => operator !== ':?').map(([name]) => name);
    expect(new Set(optional)).toEqual(new Set(['COMMIT']));
    expect(variables.map(([name]) => name)).toEqual(expect.arrayContaining(['APP_KEY', 'PUBLIC_URL', 'TRUSTED_PROXIES']));
  });

  it.each(Object.entries(all))('gives %s no more rights and memory than it needs', (_, service) => {
    expect(service.read_only).toBe(true);
    expect(service.tmpfs).toContain('/tmp');
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.mem_limit).toMatch(/^[0-9]+[mg]$/);
    expect([service.cap_add, service.privileged]).toEqual([undefined, undefined]);
    // Without capabilities an entry point cannot leave root.
    expect(service.build ? 'of the Dockerfile' : service.user).toMatch(/^(of the Dockerfile|mysql|redis|nobody)$/);
  });

  it.each(Object.entries(all))('names the version of the image of %s exactly', (_, { image }) => {
    expect(image).toMatch(/:v?[0-9]+\.[0-9]+\.[0-9]+$/);
  });

  it.each(['api', 'worker'] as const)('leaves %s more time to stop than it takes', (role) => {
    const service = all[role]!;
    expect(service.stop_grace_period).toBe('30s');
    const delay = Number(service.environment?.['SHUTDOWN_DELAY_SECONDS']);
    expect(delay + 20).toBeLessThan(30);
  });

  it('declares every volume, and opens ports to this machine only', () => {
    const used = Object.values(all)
      .flatMap((service) => service.volumes ?? [])
      .map((volume) => volume.split(':')[0]!);
    expect(new Set(used.filter((volume) => !volume.startsWith('.')))).toEqual(new Set(Object.keys(volumes)));
    for (const port of Object.values(all).flatMap((service) => service.ports ?? [])) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});

describe('compose.cluster.yaml', () => {
  const of = settingsOf(cluster['api']!);

  it('has three databases, six nodes of Redis, three api and two worker', () => {
    expect(Object.keys(cluster).filter((name) => /^db[1-3]$/.test(name))).toHaveLength(3);
    expect(Object.keys(cluster).filter((name) => /^redis[1-6]$/.test(name))).toHaveLength(6);
    expect([cluster['api']?.deploy, cluster['worker']?.deploy]).toEqual([{ replicas: 3 }, { replicas: 2 }]);
  });

  it('gives the processes settings that the schema accepts', () => {
    expect(of(DatabaseEnvironment).DATABASE_URL).toBe('mysql://harmattan:secret@database:3306/harmattan');
    expect(of(RedisEnvironment).REDIS_URL).toBe('redis+cluster://:another@redis1:6379,redis2:6379,redis3:6379');
    expect(settingsOf(cluster['worker']!)(ProcessEnvironment).ROLE).toBe('worker');
  });

  it('starts the second database when the first has founded the cluster, and the third after it', () => {
    expect(cluster['db1']?.depends_on).toBeUndefined();
    expect(cluster['db2']?.depends_on).toEqual({ db1: { condition: 'service_healthy' } });
    expect(cluster['db3']?.depends_on).toEqual({ db2: { condition: 'service_healthy' } });
    const places = cluster['db1']?.environment?.['GALERA_NODES'];
    expect(places).toBe('db1,db2,db3');
  });

  it('names every node of Redis by the address that it has', () => {
    const created = [cluster['redis']?.command]
      .flat()
      .join(' ')
      .match(/172\.28\.0\.\d+(?=:6379)/g);
    const addresses = Object.entries(cluster).flatMap(([, { networks }]) => networks?.default.ipv4_address ?? []);
    expect(created).toEqual(addresses);
    expect(created).toHaveLength(6);
  });

  it.each(['api-proxy.cfg', 'database-proxy.cfg'])('gives HAProxy in %s what it accepts', (file) => {
    const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
    const config = join(folder, file);
    writeFileSync(config, read(`cluster/${file}`).replace('/usr/local/bin/', `${directory}/cluster/`));
    const { status, stderr } = spawnSync(provideClusterPrograms().haproxy, ['-c', '-f', config], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stderr).not.toContain('WARNING');
    expect(status).toBe(0);
  });

  it('tells by the health check of HAProxy a member of a cluster from a database that is none', async () => {
    const health = resolve(directory, 'cluster/galera-health');
    const isHealthy = (port: number | string) => spawnSync(health, ['-', '-', '127.0.0.1', String(port)]).status === 0;
    const galera = await startGalera(provideClusterPrograms(), 1);
    const alone = await startPrivateDatabase();
    try {
      const [member] = galera.nodes;
      await member!.query("CREATE USER health@'%'");
      const connection = await createConnection(alone.url);
      await connection.query("CREATE USER health@'%'");
      await connection.end();
      expect([isHealthy(member!.port), isHealthy(alone.port)]).toEqual([true, false]);
      await member!.kill();
      expect(isHealthy(member!.port)).toBe(false);
    } finally {
      await Promise.all([galera.stop(), alone.stop()]);
    }
  });
});

describe('Dockerfile', () => {
  const dockerfile = readFileSync(resolve(directory, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
  const instructions = dockerfile.split('\n').filter((line) => /^[A-Z]/.test(line));
  const final = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));

  it('builds in one stage and runs in another', () => {
    expect(instructions.filter((line) => line.startsWith('FROM '))).toEqual([
      'FROM node:24.21.0-bookworm-slim@${NODE_DIGEST} AS build',
      'FROM node:24.21.0-bookworm-slim@${NODE_DIGEST}',
    ]);
    expect(final.filter((line) => line.startsWith('COPY'))).toSatisfy((lines: string[]) =>
      lines.every((line) => line.includes('--from=build')),
    );
  });

  it('takes a base image by its digest, which has no default, and packages as they are locked', () => {
    expect(instructions[0]).toBe('ARG NODE_DIGEST');
    for (const file of ['compose.yaml', 'compose.cluster.yaml'])
      expect(read(file)).toMatch(/^ {6}NODE_DIGEST: \$\{NODE_DIGEST:\?set NODE_DIGEST to /m);
    expect(instructions.filter((line) => /\bnpm (ci|install|i)\b/.test(line))).toEqual(['RUN npm ci --no-audit --no-fund']);
  });

  it('runs as an unprivileged user, as process 1, so that signals arrive', () => {
    expect(final).toContain('USER node');
    expect(final.at(-1)).toBe('CMD ["node", "--enable-source-maps", "dist/main.js"]');
  });

  it('has the programs that backup and restore call', () => {
    expect(final.find((line) => line.startsWith('RUN apt-get'))).toContain('mariadb-client');
  });

  it('checks health with node, which the image contains', () => {
    const check = final.find((line) => line.startsWith('HEALTHCHECK')) ?? '';
    const command = JSON.parse(/CMD (\[.*\])$/.exec(check)?.[1] ?? '[]') as string[];
    expect(command.slice(0, 2)).toEqual(['node', '-e']);
    expect(command[2]).toContain('/healthz');
  });
});

/** Compose syntax: `${NAME:?text}` and `${NAME:-default}`. */
function interpolate(value: string, variables: Record<string, string>): string {
  return value.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, operator: string, rest: string) => {
    return variables[name] ?? (operator === '-' ? rest : '');
  });
}

function parsed(file: string): Compose {
  return parse(read(file), { merge: true, strict: true }) as Compose;
}

function settingsOf(service: Service) {
  const settings = Object.entries(service.environment ?? {}).map(([name, value]) => [
    name,
    interpolate(String(value), VARIABLES),
  ]);
  return readEnvironment({ NODE_ENV: 'production', ...(Object.fromEntries(settings) as Record<string, string>) }, KNOWN_SETTINGS)
    .of;
}
