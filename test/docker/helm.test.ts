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
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isPublicAddress } from '../../src/kernel/addresses.js';
import { NetworkList } from '../../src/kernel/networks.js';
import { readEnvironment } from '../../src/platform/config/environment.js';
import { KNOWN_SETTINGS } from '../../src/known-settings.js';
import { buildRenderer, CHART, EVERYTHING, INGRESS, readYaml, RELEASE, render as renderChart } from './helm/chart.js';
import { podOf, type Resource } from './helm/resource.js';

const MODELS: Readonly<Record<string, object>> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

beforeAll(buildRenderer);

const render = (changes?: Readonly<Record<string, unknown>>, release?: typeof RELEASE) => renderChart<Resource>(changes, release);
/** Of the Prometheus operator, which is not part of Kubernetes. */
const isForeign = ({ apiVersion }: Resource) => apiVersion.startsWith('monitoring.coreos.com/');

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

  it('renders backups, monitoring, files and a claim where they are asked for', () => {
    const resources = render(EVERYTHING);
    const plain = new Set(render().map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    const names = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.filter((name) => !plain.has(name)).toSorted()).toEqual([
      'CronJob pay-archive',
      'CronJob pay-backup',
      'CronJob pay-drill',
      'Ingress pay',
      'PodMonitor pay',
      'PrometheusRule pay',
    ]);
    for (const resource of resources.filter((one) => !isForeign(one))) expect(() => validate(resource)).not.toThrow();
    const pods = resources.flatMap((one) => podOf(one) ?? []);
    expect(pods).toHaveLength(6);
    for (const { containers, imagePullSecrets, serviceAccountName, volumes } of pods) {
      expect(containers[0].image).toBe(`harmattan@sha256:${'a'.repeat(64)}`);
      expect(imagePullSecrets).toEqual([{ name: 'registry' }]);
      expect(serviceAccountName).toBe('harmattan-files');
      expect(volumes).toEqual([
        { name: 'data', persistentVolumeClaim: { claimName: 'harmattan-data' } },
        { name: 'tmp', emptyDir: { sizeLimit: '1Gi' } },
        { name: 'files', secret: { secretName: 'harmattan-files', defaultMode: 0o440 } },
      ]);
      expect(containers[0].volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp', '/run/secrets/harmattan']);
    }
  });

  it('lets the Prometheus operator read each pod as harmattan, with the alerts of docker/prometheus', () => {
    const [monitor, rules] = render(EVERYTHING).filter(isForeign);
    expect(monitor!.metadata).toMatchObject({ labels: { release: 'prometheus' } });
    expect(monitor!.spec).toMatchObject({
      jobLabel: 'app.kubernetes.io/name',
      podMetricsEndpoints: [{ port: 'http', authorization: { credentials: { name: 'harmattan', key: 'METRICS_TOKEN' } } }],
    });
    const alerts = readFileSync(join(CHART, '../prometheus/alerts.yaml'), 'utf8');
    expect(readFileSync(join(CHART, 'alerts.yaml'), 'utf8')).toBe(alerts);
    expect(rules!.spec).toEqual(parse(alerts));
  });

  it('counts the connections of all pods against what the database allows', () => {
    const settings = render().find(({ kind }) => kind === 'ConfigMap')!.data;
    expect(settings['DATABASE_CONNECTIONS']).toBe('14');
    const database = { connections: 14, maxConnections: 151, reserved: 20 };
    expect(() => render({ database })).toThrow(
      'database.maxConnections is 151, but 22 pods (with one more of each role during an update) of 14 connections and 20 reserved ones need 328: lower replicas.max or database.connections, or raise max_connections of the server',
    );
    expect(() => render({ database: { ...database, connections: 6, maxConnections: 152 } })).not.toThrow();
  });

  it('makes the database at the first installation only', () => {
    const argumentsOf = (release: typeof RELEASE) =>
      render({}, release)
        .find(({ kind }) => kind === 'Job')!
        .spec.template.spec.containers[0].args!.slice(3);
    expect(argumentsOf({ ...RELEASE, Revision: 1, IsInstall: true, IsUpgrade: false })).toEqual(['migrate', '--create']);
    expect(argumentsOf(RELEASE)).toEqual(['migrate']);
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
    for (const pod of render(EVERYTHING).flatMap((one) => podOf(one) ?? [])) {
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

  it('shows the secrets of the migration to it, to backups and to the archive only, and migrates before the new version', () => {
    const secretsOf = (resource: Resource) =>
      podOf(resource)!.containers[0].envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []);
    const resources = render(EVERYTHING);
    const job = resources.find(({ kind }) => kind === 'Job')!;
    expect(secretsOf(job)).toEqual(['harmattan', 'harmattan-migration']);
    expect(job.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(job.spec.template.spec.containers[0].args?.slice(-2)).toEqual(['dist/cli.js', 'migrate']);
    for (const command of resources.filter(({ kind }) => kind === 'CronJob'))
      expect(secretsOf(command)).toEqual(['harmattan', 'harmattan-migration']);
    const archive = resources.find(({ metadata }) => metadata.name === 'pay-archive')!;
    expect(podOf(archive)!.containers[0].args?.slice(-3)).toEqual(['ledger:archive', '--older-than', '30d']);
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
