import { Matches } from 'class-validator';
import { type ReadVariables, readVariables } from '../config/read-variables.js';
import { type ManifestKind, PROVIDER_LISTS, type ProviderManifest, type ProviderSetting } from './provider-manifest.js';

/** @param end of its path, as `/api` */
export function IsAddress(end = ''): PropertyDecorator {
  return Matches(new RegExp(`^https?://[^\\s?#@]+${end}$`), {
    message: `$property must be an http(s) address${end && ` that ends in ${end}`}`,
  });
}

export interface ReadProviderVariables<Variables> extends ReadVariables<Variables> {
  readonly missing: readonly string[];
}

/** The variables of one provider; empty ones are not given. */
export function readProviderVariables<Variables extends object>(
  manifest: ProviderManifest<object, Variables>,
  source: NodeJS.ProcessEnv,
): ReadProviderVariables<Variables> {
  const settings = Object.entries<ProviderSetting>({ ...manifest.settings });
  const isGiven = (name: string) => (source[name] ?? '').trim() !== '';
  return {
    ...readVariables(manifest.variables, source, Object.keys(manifest.settings)),
    missing: settings.filter(([name, { isRequired }]) => isRequired && !isGiven(name)).map(([name]) => name),
  };
}

/** @param listed in the list of this kind */
export function unknownFaults(kind: ManifestKind, listed: readonly string[], manifests: readonly ProviderManifest[]): string[] {
  const existing = manifests.filter((manifest) => manifest.kind === kind).map(({ name }) => name);
  // A part of the service alone knows none.
  const unknown = existing.length === 0 ? [] : listed.filter((name) => !existing.includes(name));
  const choice = existing.toSorted().join(', ');
  return unknown.map((name) => `${PROVIDER_LISTS[kind]} names ${name}, which does not exist: name some of ${choice}.`);
}

/** The fault of a list that names this provider without its variables. @param names those of the list of its kind */
export function missingFault({ name, kind }: ProviderManifest, missing: readonly string[], names: readonly string[]): string[] {
  if (missing.length === 0 || !names.includes(name)) return [];
  return [`${PROVIDER_LISTS[kind]} names ${name}, which needs ${missing.join(', ')}`];
}
