import { readFileSync } from 'node:fs';

/** Fields by name: `string`, `number`, `boolean`, `object`, `permissions`, `string[]`, or a shape with or without `[]`. */
type Shape = Readonly<Record<string, string>>;

/** The parts of the interface description that are not in the code: answers, and the meaning of wire names. */
export interface Catalogue {
  /** In the order of the documents. `data`: `Wallet`, `Biller[]`, `Paged<Notice>`, alternatives separated by `|`. */
  readonly operations: readonly CataloguedOperation[];
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly sections: Readonly<Record<string, readonly [title: string, description: string]>>;
  /** `values`: all that a text may be. */
  readonly fieldDescriptions: Readonly<Record<string, readonly [meaning: string, values?: readonly string[]]>>;
  /** Events for subscribers, with the fields of their data. */
  readonly events: Readonly<Record<string, readonly [meaning: string, data: Shape]>>;
  readonly recordings: Recordings;
}

/** Requests and answers as they were recorded from the sandbox, by action, and payloads of webhooks by event. */
export interface Recordings {
  readonly operations: Readonly<Record<string, readonly Recording[]>>;
  readonly webhooks: Readonly<Record<string, object>>;
}

export interface Recording {
  /** Tells several of one operation apart. */
  readonly title?: string;
  /** The signer. */
  readonly as?: string;
  /** Steps that must come before. */
  readonly first?: readonly string[];
  /** Parameters, wherever they are sent. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** A body without parameters in it. */
  readonly body?: object;
  readonly file?: { readonly name: string; readonly type: string; readonly content: string };
  /** None if the sandbox does not make the records that it needs. */
  readonly data?: unknown;
}

export interface CataloguedOperation {
  readonly action: string;
  readonly section: string;
  readonly data: string;
  readonly isDocumented: boolean;
}

interface Documents {
  readonly operations: readonly { action: string; section: string; data: string }[];
  readonly shapes: Record<string, Shape>;
}

interface Extensions {
  readonly sections: Catalogue['sections'];
  readonly beyond: Record<string, string>;
  readonly data: Record<string, string>;
  readonly shapes: Record<string, Shape>;
  readonly events: Catalogue['events'];
}

export function readCatalogue(): Catalogue {
  const documents = read('operations.json') as Documents;
  const extensions = read('extensions.json') as Extensions;
  const documented = documents.operations.map(({ action, section, data }) => ({
    action,
    section,
    data: extensions.data[action] ?? data,
    isDocumented: true,
  }));
  const beyond = Object.entries(extensions.beyond).map(([action, data]) => ({
    action,
    section: 'more',
    data,
    isDocumented: false,
  }));
  return {
    operations: [...documented, ...beyond],
    shapes: { ...documents.shapes, ...extensions.shapes },
    sections: extensions.sections,
    fieldDescriptions: descriptionsOf(read('field-descriptions.json') as WrittenDescriptions),
    events: extensions.events,
    recordings: read('recordings.json') as Recordings,
  };
}

/** If the values say everything, there are only values. */
type WrittenDescriptions = Readonly<Record<string, readonly [string, string[]?] | readonly [string[]]>>;

function descriptionsOf(written: WrittenDescriptions): Catalogue['fieldDescriptions'] {
  const described = Object.entries(written).map(([field, [meaning, values]]) => [
    field,
    typeof meaning === 'string' ? [meaning, values] : [listOf(meaning), meaning],
  ]);
  return Object.fromEntries(described) as Catalogue['fieldDescriptions'];
}

function listOf(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** @throws Error where an operation is catalogued and not served, or served and not catalogued */
export function requireSameOperations(catalogue: Catalogue, served: readonly { action: string }[]): void {
  const unserved = without(catalogue.operations, served);
  if (unserved.length > 0) throw new Error(`operations of the interface are not served: ${unserved.join(', ')}`);
  const unknown = without(served, catalogue.operations);
  if (unknown.length > 0)
    throw new Error(
      `operations are served and not catalogued: ${unknown.join(', ')}. Write the shape of each answer into "beyond" of src/interface/extensions.json`,
    );
}

function without(some: readonly { action: string }[], others: readonly { action: string }[]): string[] {
  const known = new Set(others.map(({ action }) => action));
  return some.map(({ action }) => action).filter((action) => !known.has(action));
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../interface/${name}`, import.meta.url), 'utf8'));
}
