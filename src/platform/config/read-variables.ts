import 'reflect-metadata';
import { type ValidationError, validateSync } from 'class-validator';
import { plainToInstance } from 'class-transformer';

/** One sentence for an invalid variable; "no number" goes before the bounds of a number. */
export function variableFault({ property, constraints = {} }: ValidationError): string {
  if (constraints['isInt'] !== undefined) return `${property} must be a whole number`;
  if (constraints['isNumber'] !== undefined) return `${property} must be a number with two decimals at most`;
  return Object.values(constraints)[0] ?? `${property} is not valid`;
}

export interface ReadVariables<Variables> {
  /** Invalid ones too, as they were given. */
  readonly given: Variables;
  /** Variables, with the defaults in the place of invalid ones. */
  readonly variables: Variables;
  /** A sentence for each invalid variable. */
  readonly faults: readonly string[];
}

export function namesOf(type: new () => object): string[] {
  return Object.keys(new type());
}

/** The variables of a class, each decorated with its checks and initialised with its default. Empty ones are unset. @param all their names, where not each has a default */
export function readVariables<Variables extends object>(
  type: new () => Variables,
  source: NodeJS.ProcessEnv,
  all: readonly string[] = namesOf(type),
): ReadVariables<Variables> {
  const names = all.filter((name) => (source[name] ?? '').trim() !== '');
  const read = (from: readonly string[]) =>
    plainToInstance(type, Object.fromEntries(from.map((name) => [name, source[name]])), { exposeDefaultValues: true });
  const given = read(names);
  // A class without variables has no checks, which class-validator takes for a mistake.
  const errors = all.length === 0 ? [] : validateSync(given, { skipMissingProperties: true });
  const invalid = new Set(errors.map(({ property }) => property));
  return { given, variables: read(names.filter((name) => !invalid.has(name))), faults: errors.map(variableFault) };
}
