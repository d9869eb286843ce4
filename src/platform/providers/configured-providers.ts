import type { Config } from '../config/config.js';
import { loadManifest } from './provider-folder.js';
import type { ManifestKind, ProviderTools } from './provider-manifest.js';
import { ProvidersEnvironment } from './providers.settings.js';

/**
 * The providers that the list of a kind names, in its order. Only their adapters are loaded.
 * @param folder the context's `adapters`
 * @param made adapters that the service has made already
 */
export async function configuredProviders<Provider extends object>(
  folder: string,
  kind: ManifestKind,
  config: Config,
  tools: Pick<ProviderTools, 'http' | 'clock'>,
  made: readonly object[],
): Promise<Provider[]> {
  const settings = config.of(ProvidersEnvironment);
  const complete: ProviderTools = { ...tools, times: settings.times, made: (type) => instanceOf(type, made) };
  const providers: Provider[] = [];
  for (const name of settings.providersOf(kind)) {
    const manifest = await loadManifest<Provider>(folder, name);
    providers.push(await manifest.create(config.variablesOf(manifest), complete));
  }
  return providers;
}

/** @throws Error where there is none of this class */
export function instanceOf<T extends object>(type: abstract new (...dependencies: never[]) => T, made: readonly object[]): T {
  const found = made.find((each) => each instanceof type);
  if (!found) throw new Error(`the service has made no ${type.name}`);
  return found as T;
}
