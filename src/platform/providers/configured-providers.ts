import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROVIDER_LISTS, type ProviderManifest, type ManifestKind, type ProviderTools } from './provider-manifest.js';
import type { Config } from '../config/config.js';
import { ProvidersEnvironment } from './providers.settings.js';

/** Extension of this file: .ts among the sources, .js in the build. */
const FILE = `manifest${extname(import.meta.filename)}`;
const NAME = /^[a-z0-9_-]{1,16}$/;

export function providerNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, FILE)))
    .toSorted();
}

/** @throws Error where it is not the manifest of a provider of this name */
export async function loadManifest<Provider extends object>(folder: string, name: string): Promise<ProviderManifest<Provider>> {
  const path = join(folder, name, FILE);
  const { manifest } = (await import(pathToFileURL(path).href)) as { manifest?: ProviderManifest<Provider> };
  if (manifest?.name !== name || !NAME.test(name) || !Object.hasOwn(PROVIDER_LISTS, manifest.kind))
    throw new Error(`${path} exports no manifest of a provider ${name}`);
  return manifest;
}

/** Manifests of all contexts. @param folder `contexts`, of the sources or of the build */
export async function findManifests(folder: string): Promise<ProviderManifest[]> {
  const found: ProviderManifest[] = [];
  for (const context of readdirSync(folder).toSorted()) {
    const adapters = join(folder, context, 'adapters');
    for (const name of providerNames(adapters)) found.push(await loadManifest(adapters, name));
  }
  return found;
}

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
