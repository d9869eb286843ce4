import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provideGoProgram } from '../../packages/harness/servers/go-programs.js';
import { buildRenderer, CHART, EVERYTHING, INGRESS, readResources, RELEASE, render, REQUIRED } from '../docker/helm/chart.js';

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'only what is required': {},
  'an ingress': { ingress: INGRESS },
  'a delay of a minute': { shutdownDelaySeconds: 60 },
  everything: EVERYTHING,
};

// A Helm that is built of its module alone takes Kubernetes for 1.20.
const TEMPLATE = ['template', RELEASE.Name, CHART, `--namespace=${RELEASE.Namespace}`, '--is-upgrade', '--kube-version=1.33.0'];

describe('Helm', () => {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-real-helm-'));
  let program: string;
  beforeAll(async () => {
    program = provideGoProgram('helm');
    await buildRenderer();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function helm(args: readonly string[], values: object) {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    const env = { ...process.env, HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder };
    const { status, stdout, stderr } = spawnSync(program, [...args, '--values', file], { encoding: 'utf8', env });
    return { status, stdout, stderr };
  }

  it.each(Object.entries(VALUES))('finds no fault with %s', (_name, values) => {
    const { status, stdout } = helm(['lint', '--strict', CHART], { ...REQUIRED, ...values });
    expect(stdout).toContain('1 chart(s) linted, 0 chart(s) failed');
    expect(status).toBe(0);
  });

  it('refuses values that the schema does not have, and says so', () => {
    const { status, stderr } = helm(TEMPLATE, { ...REQUIRED, replicas: 3 });
    expect(status).not.toBe(0);
    expect(stderr).toContain('replicas');
  });

  it('says which value is required', () => {
    const { status, stderr } = helm(TEMPLATE, { trustedProxies: '10.0.0.0/8' });
    expect(status).not.toBe(0);
    expect(stderr).toContain('publicUrl is required');
  });

  // `helm template` makes the first revision of a release always.
  it.each(Object.entries(VALUES))('renders what the tests of the chart see: %s', (_name, values) => {
    const { status, stdout, stderr } = helm(TEMPLATE, { ...REQUIRED, ...values });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const ours = JSON.stringify(sorted(render<Resource>(values))).replaceAll('migration-3', 'migration-1');
    expect(sorted(readResources<Resource>(stdout))).toEqual(JSON.parse(ours));
  });
});

function sorted(resources: readonly Resource[]): Resource[] {
  const nameOf = ({ kind, metadata }: Resource) => `${kind} ${metadata.name}`;
  return resources.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
}
