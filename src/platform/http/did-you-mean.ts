import { distance } from 'fastest-levenshtein';
import type { Explanation } from '../../kernel/failure.js';
import { fieldsOf, isRequired } from './input.decorators.js';

const MOST = 5;

/** A question after a name that does not exist, as `did you mean user_wallet_history?`; undefined where no name is near it. */
export function didYouMean(name: string, names: readonly string[]): string | undefined {
  const near = nearNames(name.toLowerCase(), names);
  return near.length === 0 ? undefined : `did you mean ${near.join(' or ')}?`;
}

/** The nearest name if one is near, else the names that contain it. */
function nearNames(name: string, names: readonly string[]): readonly string[] {
  if (name === '' || names.length === 0) return [];
  const distances = names.map((each) => distance(name, each.toLowerCase()));
  const least = Math.min(...distances);
  if (least <= Math.max(2, name.length / 4)) return [names[distances.indexOf(least)]!];
  return names.filter((each) => each.toLowerCase().includes(name)).slice(0, MOST);
}

/** Parameters of every query, not of an operation. */
const OF_ANY: ReadonlySet<string> = new Set(['req', 'n']);

/** All parameters that are missing, and all that the operation does not have with the nearest that it has; undefined where it is the first one alone. */
export function explainParameters(input: object, raw: Readonly<Record<string, unknown>>, first: string): Explanation | undefined {
  const names = fieldsOf(input).map(({ name }) => name);
  const isGiven = (name: string) => !['', undefined, null].includes(raw[name] as string);
  const missing = names.filter((name) => isRequired(input, name) && !isGiven(name));
  const unknown = Object.keys(raw).filter((name) => !names.includes(name) && !OF_ANY.has(name));
  if (unknown.length === 0 && missing.every((name) => name === first)) return undefined;
  const left = names.filter((name) => !isGiven(name));
  const hints = unknown.slice(0, MOST).map((name) => [`${name} is not known`, didYouMean(name, left) ?? []].flat().join(': '));
  const text = [...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []), ...hints].join('; ');
  return { reason: 'parameters', text };
}
