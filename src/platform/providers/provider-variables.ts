import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { Matches, validateSync } from 'class-validator';
import { variableFault } from '../config/variable-fault.js';
import { PROVIDER_LISTS, type ProviderManifest, type ProviderSetting } from './provider-manifest.js';

/** @param end of its path, as `/api` */
export function IsAddress(end = ''): PropertyDecorator {
  return Matches(new RegExp(`^https?://[^\\s?#@]+${end}$`), {
    message: `$property must be an http(s) address${end && ` that ends in ${end}`}`,
  });
}

export interface ReadProviderVariables<Variables> {
  /** With the defaults in the place of invalid ones. */
  readonly variables: Variables;
  /** One sentence for each invalid variable. */
  readonly faults: readonly string[];
  /** Required variables that are not given. */
  readonly missing: readonly string[];
}

/** The variables of one provider; empty ones are not given. */
export function readProviderVariables<Variables extends object>(
  manifest: ProviderManifest<object, Variables>,
  source: NodeJS.ProcessEnv,
): ReadProviderVariables<Variables> {
  const settings: Readonly<Record<string, ProviderSetting>> = manifest.settings;
  const names = Object.keys(settings);
  const given = Object.fromEntries(
    names.map((name) => [name, source[name]]).filter(([, value]) => (value ?? '').trim() !== ''),
  ) as Record<string, string>;
  const variables = plainToInstance(manifest.variables, given, { exposeDefaultValues: true });
  // A class without variables has no checks, which class-validator takes for a mistake.
  const errors = names.length === 0 ? [] : validateSync(variables, { skipMissingProperties: true });
  const defaults = new manifest.variables();
  for (const { property } of errors) Object.assign(variables, { [property]: Reflect.get(defaults, property) });
  return {
    variables,
    faults: errors.map(variableFault),
    missing: names.filter((name) => settings[name]!.isRequired && given[name] === undefined),
  };
}

/** What a list lacks that names this provider. @param names those of the list of its kind */
export function missingFault({ name, kind }: ProviderManifest, missing: readonly string[], names: readonly string[]): string[] {
  if (missing.length === 0 || !names.includes(name)) return [];
  return [`${PROVIDER_LISTS[kind]} names ${name}, which needs ${missing.join(', ')}`];
}
