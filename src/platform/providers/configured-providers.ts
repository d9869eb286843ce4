import type { Config } from '../config/config.js';
import { StartError } from '../config/start-error.js';
import { loadManifest, providerNames } from './provider-folder.js';
import { type ManifestKind, PROVIDER_LISTS, type ProviderTools } from './provider-manifest.js';

/**
 * The providers that the list of a kind names, in its order. Only their adapters are loaded.
 * @param folder the context's `adapters`
 * @param made adapters that the service has made already
 * @throws StartError where the list names one that does not exist
 */
export async function configuredProviders<Provider extends object>(
  folder: string,
  kind: ManifestKind,
  config: Config,
  tools: Pick<ProviderTools, 'http' | 'clock'>,
  made: readonly object[],
): Promise<Provider[]> {
  const existing = providerNames(folder);
  const complete: ProviderTools = { ...tools, times: config.providerTimes, made: (type) => instanceOf(type, made) };
  const providers: Provider[] = [];
  for (const name of config.providersOf(kind)) {
    if (!existing.includes(name))
      throw new StartError([`${PROVIDER_LISTS[kind]} names ${name}, which does not exist: name some of ${existing.join(', ')}.`]);
    const manifest = await loadManifest<Provider>(folder, name);
    providers.push(await manifest.create(config.variablesOf(manifest), complete));
  }
  return providers;
}

function instanceOf<T extends object>(type: abstract new (...dependencies: never[]) => T, made: readonly object[]): T {
  const found = made.find((each) => each instanceof type);
  if (!found) throw new Error(`the service has made no ${type.name}`);
  return found as T;
}
