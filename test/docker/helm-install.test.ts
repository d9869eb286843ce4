import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../packages/harness/servers/ports.js';
import { DatabaseUsers } from '../support/database-users.js';
import { PRODUCTION } from '../support/production.js';
import { dropKeys } from '../support/redis-keys.js';
import { until } from '../support/until.js';
import { buildRenderer, EVERYTHING, RELEASE, render } from './helm/chart.js';
import { imageFiles } from './image-files.js';
import { type Container, type PodSpec, podOf, type Resource } from './helm/resource.js';

const folder = mkdtempSync(join(tmpdir(), 'harmattan-installed-'));
/** No proxy has to notice here that a pod ends. */
const VALUES = { ...EVERYTHING, shutdownDelaySeconds: 1 };
const METRICS_TOKEN = randomBytes(24).toString('base64url');
const REDIS_PREFIX = `helm-${randomBytes(6).toString('hex')}`;

/** A container as a process of this machine: its mounts are folders, its port is free, and the image is its files. */
interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
}

describe('what the chart renders, run container by container', () => {
  let users: DatabaseUsers;
  /** Secrets by their names in the cluster. */
  let secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  let installed: readonly Resource[];
  let image: string;
  const running: Running[] = [];

  beforeAll(async () => {
    [image] = await Promise.all([imageFiles(), buildRenderer()]);
    users = await DatabaseUsers.make();
    await users.administrator.query(`DROP DATABASE ${users.name}`);
    secrets = {
      harmattan: {
        DATABASE_URL: users.servingUrl,
        REDIS_URL: process.env['TEST_REDIS_URL']!,
        REDIS_PREFIX,
        METRICS_TOKEN,
        MAIL_URL: 'smtp://127.0.0.1:9',
        MAIL_TLS: 'offered',
        MAIL_FROM: 'Harmattan <no-reply@harmattan.example>',
        APP_KEY_FILE: '/run/secrets/harmattan/app-key',
        ...PRODUCTION,
      },
      'harmattan-migration': { MIGRATION_DATABASE_URL: users.ownerUrl, BACKUP_URL: `file://${join(folder, 'backups')}` },
    };
    for (const path of ['data', 'tmp', 'run/secrets/harmattan', 'backups']) mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, 'run/secrets/harmattan/app-key'), randomBytes(32).toString('base64'));
    installed = render<Resource>(VALUES, { ...RELEASE, Revision: 1, IsInstall: true, IsUpgrade: false });
  });
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await dropKeys(process.env['TEST_REDIS_URL']!, REDIS_PREFIX);
    await users.administrator.query(`DROP DATABASE IF EXISTS ${users.name}`);
    await users.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const podNamed = (name: string, resources = installed): PodSpec =>
    podOf(resources.find(({ kind, metadata }) => ['Deployment', 'Job', 'CronJob'].includes(kind) && metadata.name === name)!)!;

  async function start({ containers: [container], volumes }: PodSpec): Promise<Running> {
    const known = new Set(volumes.map(({ name }) => name));
    expect(container.volumeMounts.filter(({ name }) => !known.has(name))).toEqual([]);
    const port = await freePort();
    const [, ...args] = container.args ?? ['node', '--enable-source-maps', 'dist/main.js'];
    const child = spawn(
      process.execPath,
      args.map((one) => (one.startsWith('dist/') ? join(image, one) : one)),
      {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...environmentOf(container), PORT: String(port), HOST: '127.0.0.1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const one = { child, url: `http://127.0.0.1:${port}`, output: () => output };
    running.push(one);
    return one;
  }

  function environmentOf({ env, envFrom, volumeMounts }: Container): Record<string, string> {
    const sources = envFrom.map(({ configMapRef, secretRef }) =>
      secretRef
        ? secrets[secretRef.name]
        : installed.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef!.name)!.data,
    );
    const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    const environment: Record<string, string> = Object.assign({}, ...sources, own, { TMPDIR: '/tmp' });
    const inFolder = (value: string) =>
      volumeMounts.some(({ mountPath }) => value === mountPath || value.startsWith(`${mountPath}/`))
        ? join(folder, value)
        : value;
    return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, inFolder(value)]));
  }

  async function complete(pod: PodSpec): Promise<string> {
    const { child, output } = await start(pod);
    const [code] = (await once(child, 'close')) as [number];
    expect([code, output()]).toEqual([0, expect.anything()]);
    return output();
  }

  const statusOf = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, { headers }).catch(() => undefined);
    return answer?.status ?? 0;
  };

  it('makes the database and its schema, as the owner whom the documents grant it', async () => {
    const output = await complete(podNamed('pay-migration-1'));
    expect(output).toContain('applied Baseline');
    expect(running.map(({ child }) => child.exitCode)).toEqual([0]);
  });

  it('serves by both roles, alive, ready and measured by the token', async () => {
    for (const role of ['api', 'worker']) {
      const pod = podNamed(`pay-${role}`);
      const { url, output } = await start(pod);
      const [{ readinessProbe, livenessProbe }] = pod.containers;
      await until(async () => (await statusOf(`${url}${readinessProbe.httpGet.path}`)) === 200).catch(() => {
        throw new Error(output());
      });
      expect(await statusOf(`${url}${livenessProbe.httpGet.path}`)).toBe(200);
      expect(await statusOf(`${url}/metrics`)).toBe(403);
      expect(await statusOf(`${url}/metrics`, { authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
    }
  });

  it('backs up beside them, and a drill restores it', async () => {
    await complete(podNamed('pay-backup'));
    expect(await complete(podNamed('pay-drill'))).toContain('It was a drill: the copy is removed.');
  });

  it('migrates again with an upgrade, and ends each pod in its time', async () => {
    await complete(podNamed('pay-migration-3', render<Resource>(VALUES)));
    const serving = running.filter(({ child }) => child.exitCode === null);
    expect(serving).toHaveLength(2);
    for (const { child } of serving) child.kill('SIGTERM');
    const codes = await Promise.all(serving.map(async ({ child }) => (await once(child, 'exit')) as [number]));
    expect(codes.map(([code]) => code)).toEqual([0, 0]);
  });
});
