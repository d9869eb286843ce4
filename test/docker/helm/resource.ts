export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly {
    readonly configMapRef?: { readonly name: string };
    readonly secretRef?: { readonly name: string };
  }[];
  readonly securityContext: unknown;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly readinessProbe: { readonly httpGet: { readonly path: string } };
  readonly livenessProbe: { readonly httpGet: { readonly path: string } };
}

export interface PodSpec {
  readonly containers: readonly [Container];
  readonly serviceAccountName?: string;
  readonly imagePullSecrets?: readonly { readonly name: string }[];
  readonly volumes: readonly { readonly name: string; readonly [source: string]: unknown }[];
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsNonRoot: boolean };
}

interface PodTemplate {
  readonly template: { readonly spec: PodSpec };
}

export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
  readonly spec: Record<string, unknown> & PodTemplate & { readonly jobTemplate?: { readonly spec: PodTemplate } };
  readonly data: Record<string, string>;
}

/** What runs the pods of a resource, by its kind. */
export function podOf({ kind, spec }: Resource): PodSpec | undefined {
  if (kind === 'CronJob') return spec.jobTemplate!.spec.template.spec;
  return ['Deployment', 'Job'].includes(kind) ? spec.template.spec : undefined;
}
