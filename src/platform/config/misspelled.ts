import { closest, distance } from 'fastest-levenshtein';

/** Shorter names are too near to those of other programs. */
const SHORTEST_COMPARED = 8;

/** A sentence for each variable that is not ours and looks like one of ours, which would be ignored silently. */
export function misspelled(source: NodeJS.ProcessEnv, names: ReadonlySet<string>): string[] {
  return Object.keys(source).flatMap((name) => {
    if (names.has(name) || (source[name] ?? '').trim() === '') return [];
    const meant = nearest(name, names);
    return meant === undefined ? [] : [`${name} is no setting of this service: did you mean ${meant}? Rename or remove it.`];
  });
}

/** A sentence for each variable that was one of ours and would be ignored silently. */
export function removed(source: NodeJS.ProcessEnv, remedies: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(remedies).flatMap(([name, remedy]) =>
    (source[name] ?? '').trim() === '' ? [] : [`${name} is no setting any more: ${remedy}, and remove it.`],
  );
}

function nearest(name: string, names: ReadonlySet<string>): string | undefined {
  const bare = name.replace(/^HARMATTAN_/, '');
  if (bare !== name && names.has(bare)) return bare;
  if (name.length < SHORTEST_COMPARED) return undefined;
  const allowed = name.length === SHORTEST_COMPARED ? 1 : 2;
  const known = closest(name, [...names]);
  return distance(name, known) <= allowed ? known : undefined;
}
