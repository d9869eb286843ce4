/** Not one of them is a text. */
const OTHER_TYPES: readonly unknown[] = [0, 16, 1.5, true, false, [], ['016'], {}, { code: '016' }];

type Json = Readonly<Record<string, unknown>>;

export interface Mutation {
  /** As `content.transactions.status = 16`. */
  readonly title: string;
  readonly answer: Json;
}

/**
 * An answer with the value of one field in another type, for each field and type. @param tolerated fields of numbers, which may come
 * as numbers or texts
 */
export function mutatedTypes(answer: Json, tolerated: readonly string[] = []): Mutation[] {
  return pathsOf(answer).flatMap((path) =>
    OTHER_TYPES.filter(
      (value) => typeof value !== typeof at(answer, path) && !(tolerated.includes(path.at(-1)!) && typeof value === 'number'),
    ).map((value) => ({ title: `${path.join('.')} = ${JSON.stringify(value)}`, answer: replaced(answer, path, value) })),
  );
}

/** An answer without one of its fields, for each of them. */
export function withoutFields(answer: Json): Mutation[] {
  return pathsOf(answer).map((path) => ({ title: `no ${path.join('.')}`, answer: replaced(answer, path, undefined) }));
}

function pathsOf(answer: Json): string[][] {
  return Object.entries(answer).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [[name], ...pathsOf(value as Json).map((path) => [name, ...path])]
      : [[name]],
  );
}

function at(answer: Json, [name, ...rest]: readonly string[]): unknown {
  const value = answer[name!];
  return rest.length === 0 ? value : at(value as Json, rest);
}

function replaced(answer: Json, [name, ...rest]: readonly string[], value: unknown): Json {
  return { ...answer, [name!]: rest.length === 0 ? value : replaced(answer[name!] as Json, rest, value) };
}
