import type { ValidationError } from 'class-validator';

/** One sentence for an invalid variable; "no number" goes before the bounds of a number. */
export function variableFault({ property, constraints = {} }: ValidationError): string {
  if (constraints['isInt'] !== undefined) return `${property} must be a whole number`;
  if (constraints['isNumber'] !== undefined) return `${property} must be a number with two decimals at most`;
  return Object.values(constraints)[0] ?? `${property} is not valid`;
}
