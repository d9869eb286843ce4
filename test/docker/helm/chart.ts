/** The chart, rendered by the templates of Go and the functions of Sprig, as Helm does. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { provideGo } from '../../../packages/harness/servers/programs.js';

export const CHART = resolve(import.meta.dirname, '../../../docker/helm');
export const RELEASE = { Name: 'pay', Namespace: 'money', Service: 'Helm', Revision: 3 };
export const REQUIRED = { publicUrl: 'https://pay.example', trustedProxies: '10.0.0.0/8' };
export const INGRESS = { host: 'pay.example', className: 'nginx', tlsSecretName: 'tls', annotations: {} };

const folder = mkdtempSync(join(tmpdir(), 'harmattan-helm-'));
const renderer = join(folder, 'render');

export const readYaml = (file: string) => parse(readFileSync(join(CHART, file), 'utf8')) as Record<string, unknown>;

export function buildRenderer(): void {
  const { compiler, environment } = provideGo();
  const { status, stderr } = spawnSync(compiler, ['build', '-o', renderer, join(import.meta.dirname, 'render.go')], {
    env: { ...process.env, ...environment, GOCACHE: join(folder, 'cache') },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

export const removeRenderer = () => rmSync(folder, { recursive: true, force: true });

/** @returns all resources, hooks too. @param changes instead of the top values of the same names */
export function render<Resource>(changes: Readonly<Record<string, unknown>> = {}): Resource[] {
  const { name, version, appVersion } = readYaml('Chart.yaml');
  const data = {
    Values: { ...readYaml('values.yaml'), ...REQUIRED, ...changes },
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Release: RELEASE,
  };
  const file = join(folder, 'data.json');
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
