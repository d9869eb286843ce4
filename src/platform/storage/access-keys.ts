export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Set for keys that expire. */
  readonly sessionToken?: string;
}

/** The keys to sign the next request with. */
export type AccessKeys = () => Promise<AccessKey>;

export function fixedKeys(key: AccessKey): AccessKeys {
  return () => Promise.resolve(key);
}

/**
 * Keys of the role of the pod, container or machine, as AWS's own programs find them, renewed before they end: by the environment
 * (`AWS_WEB_IDENTITY_TOKEN_FILE`, `AWS_CONTAINER_CREDENTIALS_FULL_URI`), a profile, or the metadata of the machine.
 */
export function roleKeys(region: string): AccessKeys {
  let provider: Promise<AccessKeys> | undefined;
  return async () => (await (provider ??= openProvider(region)))();
}

async function openProvider(region: string): Promise<AccessKeys> {
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node');
  return defaultProvider({ clientConfig: { region } });
}
