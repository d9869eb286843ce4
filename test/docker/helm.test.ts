import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../src/kernel/addresses.js';
import { NetworkList } from '../../src/kernel/network-list.js';
import { readEnvironment } from '../../src/platform/config/environment.js';
import { KNOWN_SETTINGS } from '../../src/known-settings.js';
import { buildRenderer, CHART, INGRESS, readYaml, removeRenderer, render as renderChart } from './helm/chart.js';

interface Container {
  readonly args?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly {
    readonly configMapRef?: { readonly name: string };
    readonly secretRef?: { readonly name: string };
  }[];
  readonly securityContext: unknown;
  readonly readinessProbe: { readonly httpGet: { readonly path: string } };
}

interface PodSpec {
  readonly containers: readonly [Container];
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsNonRoot: boolean };
}

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
  readonly spec: Record<string, unknown> & { readonly template: { readonly spec: PodSpec } };
  readonly data: Record<string, string>;
}

const MODELS: Readonly<Record<string, object>> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

beforeAll(buildRenderer, 300_000);
afterAll(removeRenderer);

const render = (changes?: Readonly<Record<string, unknown>>) => renderChart<Resource>(changes);

describe('the chart', () => {
  it('renders resources that Kubernetes knows, each once', () => {
    const resources = render({ ingress: INGRESS });
    expect(resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
      'ConfigMap pay-settings',
      'Deployment pay-api',
      'Deployment pay-worker',
      'HorizontalPodAutoscaler pay-api',
      'HorizontalPodAutoscaler pay-worker',
      'Ingress pay',
      'Job pay-migration-3',
      'NetworkPolicy pay',
      'PodDisruptionBudget pay-api',
      'PodDisruptionBudget pay-worker',
      'Service pay',
    ]);
    for (const resource of resources) expect(() => validate(resource)).not.toThrow();
  });

  it('is checked by schemas that refuse what Kubernetes refuses', () => {
    const deployment = structuredClone(render().find(({ kind }) => kind === 'Deployment')!);
    Object.assign(deployment.spec, { replicas: 'three' });
    expect(() => validate(deployment)).toThrow(/replicas/);
  });

  it('has values that its schema accepts, and a schema that refuses secrets among the settings', () => {
    const accepts = new Ajv({ strict: false }).compile(
      JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as object,
    );
    const values = readYaml('values.yaml');
    expect(accepts(values)).toBe(true);
    expect(accepts({ ...values, environment: { APP_KEY: 'secret' } })).toBe(false);
    expect(accepts({ ...values, replicas: 3 })).toBe(false);
    expect(accepts({ ...values, environment: { TRUSTED_PROXIES: '10.0.0.0/8' } })).toBe(false);
  });

  it.each(['publicUrl', 'trustedProxies'])('is not rendered without %s, which has no default', (name) => {
    expect(readYaml('values.yaml')[name]).toBe('');
    expect(() => render({ [name]: '' })).toThrow(`${name} is required`);
  });

  it('says to service and migration how clients reach it and through which proxies', () => {
    const resources = render();
    const expected = { PUBLIC_URL: 'https://pay.example', TRUSTED_PROXIES: '10.0.0.0/8' };
    expect(resources.find(({ kind }) => kind === 'ConfigMap')!.data).toMatchObject(expected);
    const { env } = resources.find(({ kind }) => kind === 'Job')!.spec.template.spec.containers[0];
    expect(Object.fromEntries(env.map(({ name, value }) => [name, value]))).toMatchObject(expected);
  });

  it('gives both roles settings that the service accepts', () => {
    const resources = render();
    const settings = resources.find(({ kind }) => kind === 'ConfigMap')!.data;
    const secrets = {
      DATABASE_URL: 'mysql://harmattan:secret@mysql:3306/harmattan?ssl=true',
      REDIS_URL: 'rediss://:another@redis:6379',
      APP_KEY: randomBytes(32).toString('base64'),
      SANDBOX_PROVIDERS: 'allowed',
      SANDBOX_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      MAIL_URL: 'smtp://mail:587',
      MAIL_FROM: 'Harmattan <no-reply@harmattan.example>',
    };
    for (const { spec } of resources.filter(({ kind }) => kind === 'Deployment')) {
      const { env } = spec.template.spec.containers[0];
      const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      expect(() => readEnvironment({ ...settings, ...secrets, ...own }, KNOWN_SETTINGS)).not.toThrow();
    }
  });

  it('lets no pod write outside of its volumes, be root or have capabilities', () => {
    for (const { spec } of render().filter(({ kind }) => ['Deployment', 'Job'].includes(kind))) {
      const pod = spec.template.spec;
      expect(pod.securityContext.runAsNonRoot).toBe(true);
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('lets pods reach public addresses only, and no service of a cloud for its own machines', () => {
    const { spec } = render().find(({ kind }) => kind === 'NetworkPolicy')!;
    const rules = spec['egress'] as { to: { ipBlock: { cidr: string; except: string[] } }[] }[];
    const { cidr, except } = rules.at(-1)!.to[0]!.ipBlock;
    expect(cidr).toBe('0.0.0.0/0');
    const refused = new NetworkList(except);
    for (const address of ['10.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254', '100.100.100.200', '168.63.129.16'])
      expect([address, isPublicAddress(address), refused.has(address)]).toEqual([address, false, true]);
    expect([isPublicAddress('41.58.0.1'), refused.has('41.58.0.1')]).toEqual([true, false]);
  });

  it('leaves a pod more time to end than it takes, also with another delay', () => {
    for (const shutdownDelaySeconds of [0, 10, 60]) {
      const deployments = render({ shutdownDelaySeconds }).filter(({ kind }) => kind === 'Deployment');
      for (const { spec } of deployments)
        expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(shutdownDelaySeconds + 20);
    }
  });

  it('shows the secrets of the migration to the migration only, which runs before the new version', () => {
    const secretsOf = ({ spec }: Resource) =>
      spec.template.spec.containers[0].envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []);
    const resources = render();
    const job = resources.find(({ kind }) => kind === 'Job')!;
    expect(secretsOf(job)).toEqual(['harmattan', 'harmattan-migration']);
    expect(job.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(job.spec.template.spec.containers[0].args?.slice(-2)).toEqual(['dist/cli.js', 'migrate']);
    for (const deployment of resources.filter(({ kind }) => kind === 'Deployment'))
      expect(secretsOf(deployment)).toEqual(['harmattan']);
  });
});

/** By the schemas of the Kubernetes API. @throws where a field is unknown or of another type */
function validate(resource: Resource): void {
  const models = MODELS[resource.apiVersion] as Record<string, new (data: unknown) => { validate(): void }> | undefined;
  const Model = models?.[resource.kind];
  if (!Model) throw new Error(`no ${resource.kind} in ${resource.apiVersion}`);
  new Model(resource).validate();
}
