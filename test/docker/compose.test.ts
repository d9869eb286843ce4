import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readEnvironment } from '../../src/platform/config/environment.js';

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
  readonly mem_limit?: string;
  readonly stop_grace_period?: string;
}

interface Compose {
  readonly services: Record<'api' | 'worker' | 'mysql' | 'redis' | 'mail', Service>;
  readonly volumes: Record<string, null>;
}

const directory = resolve(import.meta.dirname, '../../docker');
const text = readFileSync(resolve(directory, 'compose.yaml'), 'utf8');
const { services, volumes } = parse(text, { merge: true, strict: true }) as Compose;

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
    const secrets: Record<string, string> = {
      MYSQL_PASSWORD: 'secret',
      REDIS_PASSWORD: 'another',
      APP_KEY: Buffer.alloc(32, 7).toString('base64'),
      SANDBOX_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    };
    const settings = Object.entries(services[role].environment ?? {}).map(([name, value]) => [
      name,
      interpolate(String(value), secrets),
    ]);
    const environment = readEnvironment({ NODE_ENV: 'production', ...(Object.fromEntries(settings) as Record<string, string>) });
    expect(environment.ROLE).toBe(role);
    expect(environment.DATABASE_URL).toBe('mysql://harmattan:secret@mysql:3306/harmattan');
    expect(environment.REDIS_URL).toBe('redis://:another@redis:6379');
  });

  it('contains no secret', () => {
    const variables = [...text.matchAll(/\$\{(\w+)(:?[-?])/g)].map(([, name, operator]) => [name, operator]);
    const optional = variables.filter(([, operator]) => operator !== ':?').map(([name]) => name);
    expect(new Set(optional)).toEqual(new Set(['PUBLIC_URL', 'COMMIT']));
    expect(new Set(variables.map(([name]) => name))).toContain('APP_KEY');
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

  it.each(Object.entries(services))('gives %s no more rights and memory than it needs', (_, service) => {
    expect(service.read_only).toBe(true);
    expect(service.tmpfs).toContain('/tmp');
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.mem_limit).toMatch(/^[0-9]+[mg]$/);
    expect([service.cap_add, service.privileged]).toEqual([undefined, undefined]);
    // Without capabilities an entry point cannot leave root.
    expect(service.build ? 'node' : service.user).toMatch(/^(node|mysql|redis|nobody)$/);
  });

  it.each(Object.entries(services))('names the version of the image of %s exactly', (_, { image }) => {
    expect(image).toMatch(/:v?[0-9]+\.[0-9]+\.[0-9]+$/);
  });

  it.each(['api', 'worker'] as const)('leaves %s more time to stop than it takes', (role) => {
    const service = services[role];
    expect(service.stop_grace_period).toBe('30s');
    const delay = Number(service.environment?.['SHUTDOWN_DELAY_SECONDS']);
    expect(delay + 20).toBeLessThan(30);
  });

  it('declares every volume, and opens ports to this machine only', () => {
    const all = Object.values(services);
    const used = all.flatMap((service) => service.volumes ?? []).map((volume) => volume.split(':')[0]);
    expect(new Set(used)).toEqual(new Set(Object.keys(volumes)));
    for (const port of all.flatMap((service) => service.ports ?? [])) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});

describe('Dockerfile', () => {
  const dockerfile = readFileSync(resolve(directory, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
  const instructions = dockerfile.split('\n').filter((line) => /^[A-Z]/.test(line));
  const final = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));

  it('builds in one stage and runs in another', () => {
    expect(instructions.filter((line) => line.startsWith('FROM '))).toEqual([
      'FROM node:20.20.2-bookworm-slim AS build',
      'FROM node:20.20.2-bookworm-slim',
    ]);
    expect(final.filter((line) => line.startsWith('COPY'))).toSatisfy((lines: string[]) =>
      lines.every((line) => line.includes('--from=build')),
    );
  });

  it('runs as an unprivileged user, as process 1, so that signals arrive', () => {
    expect(final).toContain('USER node');
    expect(final.at(-1)).toBe('CMD ["node", "--enable-source-maps", "dist/main.js"]');
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
