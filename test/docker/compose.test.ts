import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readEnvironment } from '../../src/platform/config/environment.js';

interface Service {
  readonly image: string;
  readonly command?: string;
  readonly environment?: Record<string, string>;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly depends_on?: Record<string, { readonly condition: string }>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
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
    expect(services.redis.healthcheck?.test).toContain('ping');
  });

  it.each(['api', 'worker'] as const)('gives %s settings that the schema accepts', (role) => {
    const secrets: Record<string, string> = {
      MYSQL_PASSWORD: 'secret',
      APP_KEY: Buffer.alloc(32, 7).toString('base64'),
      SANDBOX_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    };
    const settings = Object.entries(services[role].environment ?? {}).map(([name, value]) => [name, interpolate(value, secrets)]);
    const environment = readEnvironment({ NODE_ENV: 'production', ...(Object.fromEntries(settings) as Record<string, string>) });
    expect(environment.ROLE).toBe(role);
    expect(environment.DATABASE_URL).toBe('mysql://harmattan:secret@mysql:3306/harmattan');
  });

  it('contains no secret', () => {
    const variables = [...text.matchAll(/\$\{(\w+)(:?[-?])/g)].map(([, name, operator]) => [name, operator]);
    const optional = variables.filter(([, operator]) => operator !== ':?').map(([name]) => name);
    expect(new Set(optional)).toEqual(new Set(['PUBLIC_URL']));
    expect(new Set(variables.map(([name]) => name))).toContain('APP_KEY');
  });

  it('allows triggers in MySQL and eviction of nothing in Redis', () => {
    expect(services.mysql.image).toBe('mysql:8.4');
    expect(services.mysql.command).toContain('--log-bin-trust-function-creators=1');
    expect(services.mysql.command).toContain('--character-set-server=utf8mb4');
    expect(services.redis.image).toBe('redis:7');
    expect(services.redis.command).toContain('--maxmemory-policy noeviction');
    expect(services.redis.command).toContain('--appendonly yes');
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
      'FROM node:20-bookworm-slim AS build',
      'FROM node:20-bookworm-slim',
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
