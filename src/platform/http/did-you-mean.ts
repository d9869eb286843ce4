import { distance } from 'fastest-levenshtein';

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
