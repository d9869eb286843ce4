import type { Config } from '../config/config.js';
import { derive, keyId } from './key-ring.js';
import { KeysEnvironment } from './keys.settings.js';
import type { SecretBox } from './secret-box.js';

export interface ChainSecret {
  readonly id: string;
  readonly secret: Buffer;
}

/** The keys of the ledger's chain that the settings give, the current one first: of `LEDGER_KEY`, else of `APP_KEY`. */
export function configuredSecrets(config: Config): ChainSecret[] {
  const { appKey, previousAppKeys } = config;
  const { ledgerKey } = config.of(KeysEnvironment);
  return [...(ledgerKey ? [ledgerKey] : []), appKey, ...previousAppKeys].map((secret) => ({
    id: keyId(secret),
    secret: derive(secret, 'ledger chain', 32),
  }));
}

/** The secret in a row of `ledger_key`. Undefined where it was altered or is under a foreign key. */
export function storedSecret(
  box: SecretBox,
  { id, sealed }: { readonly id: string; readonly sealed: string },
): Buffer | undefined {
  try {
    return Buffer.from(box.decrypt(sealed, id), 'base64');
  } catch {
    return undefined;
  }
}
