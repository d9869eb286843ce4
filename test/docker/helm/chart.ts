/** The chart, rendered by the templates of Go and the functions of Sprig, as Helm does. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { provideGo } from '../../../packages/harness/servers/programs.js';
import { onceARun } from '../../support/once-a-run.js';

export const CHART = resolve(import.meta.dirname, '../../../docker/helm');
export const RELEASE = { Name: 'pay', Namespace: 'money', Service: 'Helm', Revision: 3, IsInstall: false, IsUpgrade: true };
export const REQUIRED = { publicUrl: 'https://pay.example', trustedProxies: '10.0.0.0/8' };
export const INGRESS = { host: 'pay.example', className: 'nginx', tlsSecretName: 'tls', annotations: {} };

/** Every value that is off by default. */
export const EVERYTHING = {
  image: { repository: 'harmattan', tag: '', digest: `sha256:${'a'.repeat(64)}`, pullPolicy: 'IfNotPresent' },
  imagePullSecrets: [{ name: 'registry' }],
  serviceAccountName: 'harmattan-files',
  secretFilesName: 'harmattan-files',
  persistence: { existingClaim: 'harmattan-data' },
  backup: { enabled: true, schedule: '15 2 * * *', drillSchedule: '15 4 * * *' },
  archive: { enabled: true, schedule: '45 3 * * *', olderThan: '30d' },
  monitoring: { podMonitor: true, rules: true, labels: { release: 'prometheus' } },
  ingress: INGRESS,
};

let renderer: string;

export const readYaml = (file: string) => parse(readFileSync(join(CHART, file), 'utf8')) as Record<string, unknown>;

/** Building takes longer than all tests of the chart, so it is done once for all their files. */
export async function buildRenderer(): Promise<void> {
  const built = await onceARun('helm-renderer', async (target) => compile(join(target, 'render'), join(target, 'cache')));
  renderer = join(built, 'render');
}

function compile(program: string, cache: string): void {
  const { compiler, environment } = provideGo();
  const { status, stderr } = spawnSync(compiler, ['build', '-o', program, join(import.meta.dirname, 'render.go')], {
    env: { ...process.env, ...environment, GOCACHE: cache },
    encoding: 'utf8',
  });
  rmSync(cache, { recursive: true, force: true });
  if (status !== 0) throw new Error(stderr);
}

/** @returns all resources, hooks too. @param changes instead of the top values of the same names */
export function render<Resource>(changes: Readonly<Record<string, unknown>> = {}, release = RELEASE): Resource[] {
  const { name, version, appVersion } = readYaml('Chart.yaml');
  const data = {
    Values: { ...readYaml('values.yaml'), ...REQUIRED, ...changes },
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Release: release,
  };
  const file = `${renderer}-${process.pid}.json`;
  writeFileSync(file, JSON.stringify(data));
  const { status, stdout, stderr } = spawnSync(renderer, [file, join(CHART, 'templates')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return readResources(stdout);
}

export function readResources<Resource>(text: string): Resource[] {
  const documents = parseAllDocuments(text, { strict: true }) as { errors: unknown[]; toJS(): unknown }[];
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  return documents.map((document) => document.toJS() as Resource | null).filter((resource) => resource !== null);
}
