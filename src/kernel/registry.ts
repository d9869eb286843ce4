/** The abstract class that the entries of a registry extend. */
export type Kind<Entry extends object = object> = abstract new (...args: never[]) => Entry;

const kindsByProvider = new WeakMap<object, readonly Kind[]>();

/** Makes the provider an entry of the registry that takes this kind. */
export function Contributes<Entry extends object>(kind: Kind<Entry>) {
  return (provider: new (...args: never[]) => Entry): void => {
    kindsByProvider.set(provider, [...kindsOf(provider), kind]);
  };
}

export function kindsOf(provider: object): readonly Kind[] {
  return kindsByProvider.get(provider) ?? [];
}

export type Contribution = readonly [kind: Kind, entry: object];

export function contribution<Entry extends object>(kind: Kind<Entry>, entry: Entry): Contribution {
  return [kind, entry];
}

/** A provider of several entries, each for the registry that takes its kind. */
export abstract class Contributor {
  abstract readonly contributed: readonly Contribution[];
}

/** What the providers of all contexts contribute: those that are decorated with `@Contributes`, and the entries of each `Contributor`. */
export abstract class Contributions {
  abstract of<Entry extends object>(kind: Kind<Entry>): readonly Entry[];
}

/** `one`: exactly one entry. Otherwise no two have the same name, and each of `names` is there; they order the entries. */
type Needs<Entry> = 'one' | { readonly namesOf: (entry: Entry) => readonly string[]; readonly names?: readonly string[] };

/** Entries that contexts contribute to one that may not import them. The start stops if an entry is missing or wrong. */
export abstract class Registry<Entry extends object> {
  constructor(
    private readonly contributions: Contributions,
    readonly kind: Kind<Entry>,
    private readonly needs: Needs<Entry> = { namesOf: () => [] },
  ) {}

  /** Why the service cannot start with these entries. */
  faults(): string[] {
    const { entries, needs, kind } = this;
    const name = this.constructor.name;
    if (needs === 'one') return entries.length === 1 ? [] : [`${name} takes one ${kind.name} and has ${classesOf(entries)}`];
    const { namesOf, names = [] } = needs;
    const named = (wanted: string) => entries.filter((entry) => namesOf(entry).includes(wanted));
    const present = entries.flatMap((entry) => namesOf(entry));
    const missing = names.filter((each) => !present.includes(each));
    const repeated = new Set(present.filter((each, place) => present.indexOf(each) !== place));
    return [
      ...missing.map((each) => `${name} has no ${kind.name} for ${each}`),
      ...[...repeated].map((each) => `${name} has two of ${each}: ${classesOf(named(each))}`),
    ];
  }

  protected get entries(): readonly Entry[] {
    const entries = this.contributions.of(this.kind);
    if (this.needs === 'one') return entries;
    const { namesOf, names = [] } = this.needs;
    const ordered = names.flatMap((name) => entries.filter((entry) => namesOf(entry).includes(name)));
    return [...new Set([...ordered, ...entries])];
  }

  /** The entry of a registry that takes one. */
  protected get entry(): Entry {
    const [entry] = this.entries;
    if (!entry) throw new Error(`${this.constructor.name} has no ${this.kind.name}`);
    return entry;
  }
}

function classesOf(entries: readonly object[]): string {
  return entries.map(({ constructor }) => constructor.name).join(' and ') || 'none';
}
