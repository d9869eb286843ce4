import { getMetadataArgsStorage } from 'typeorm';

/** A column that holds a MAC over columns of its row, which are named by their properties. */
interface Declared {
  readonly property: string;
  readonly columns: readonly string[];
}

interface Named {
  readonly property: string;
  readonly name: string;
}

export interface RowSealDefinition {
  readonly table: string;
  readonly seal: Named;
  /** The columns of the primary key. */
  readonly keys: readonly Named[];
  /** In the order of their names. */
  readonly columns: readonly Named[];
}

export type RowClass<Row extends object = object> = new () => Row;

const declared = new Map<RowClass, Declared[]>();
const unsealed = new Map<RowClass, Readonly<Record<string, string>>>();
const definitions = new Map<RowClass, readonly RowSealDefinition[]>();

/**
 * The property holds a MAC over these properties and the primary key. A column that is empty in rows that are sealed already (null,
 * '', 0, false) may be added to the list; one that is not would break their seals.
 */
export function RowSeal<Row extends object>(property: keyof Row & string, columns: readonly (keyof Row & string)[]) {
  return (rowClass: RowClass<Row>): void => {
    declared.set(rowClass, [...(declared.get(rowClass) ?? []), { property, columns }]);
  };
}

/** The other properties, each with the reason why a writer of SQL gains nothing that matters by it. */
export function Unsealed<Row extends object>(reasons: Readonly<Partial<Record<keyof Row & string, string>>>) {
  return (rowClass: RowClass<Row>): void => void unsealed.set(rowClass, reasons as Readonly<Record<string, string>>);
}

export function sealedRowClasses(): RowClass[] {
  return [...declared.keys()];
}

export function unsealedReasons(rowClass: RowClass): Readonly<Record<string, string>> {
  return unsealed.get(rowClass) ?? {};
}

export function sealsOf(rowClass: RowClass): readonly RowSealDefinition[] {
  let found = definitions.get(rowClass);
  if (!found) definitions.set(rowClass, (found = (declared.get(rowClass) ?? []).map((each) => define(rowClass, each))));
  return found;
}

export function sealOf(rowClass: RowClass, property: string): RowSealDefinition {
  const found = sealsOf(rowClass).find(({ seal }) => seal.property === property);
  if (!found) throw new Error(`${rowClass.name} has no seal ${property}`);
  return found;
}

export function sealedProperties(rowClass: RowClass, property: string): string[] {
  const { keys, seal, columns } = sealOf(rowClass, property);
  return [...keys, seal, ...columns].map((each) => each.property);
}

/** The columns of a SELECT that a seal is verified with, named as the properties with a prefix. */
export function sealSelection(rowClass: RowClass, property: string, table: string, prefix = ''): string {
  const { keys, seal, columns } = sealOf(rowClass, property);
  return [...keys, seal, ...columns].map((each) => `${table}.${each.name} AS ${prefix}${each.property}`).join(', ');
}

/** The text that the MAC is made of. Values are the same as properties of a row class or as a driver reads them. */
export function sealedText({ table, seal, keys, columns }: RowSealDefinition, row: object): string {
  const values = row as Readonly<Record<string, unknown>>;
  const entries = columns.flatMap(({ name, property }) => {
    const text = textOf(values[property]);
    return text === '' ? [] : [[name, text]];
  });
  const key = keys.map(({ property }) => textOf(values[property]));
  return JSON.stringify([table, seal.name, key.length === 1 ? key[0] : key, entries]);
}

/** An operator's name of a row: its key, with a slash between the columns. */
export function rowIdOf({ keys }: RowSealDefinition, row: object): string {
  return keys.map(({ property }) => String((row as Readonly<Record<string, unknown>>)[property])).join('/');
}

/** Empty columns add nothing, so that columns that come later leave the existing seals valid. */
function textOf(value: unknown): string {
  if (value === undefined) throw new Error('a sealed column was not read');
  if (value === null || value === '' || value === false || value === 0) return '';
  return String(value === true ? 1 : (value as string | number));
}

function define(rowClass: RowClass, { property, columns }: Declared): RowSealDefinition {
  const storage = getMetadataArgsStorage();
  const table = storage.tables.find(({ target }) => target === rowClass)?.name;
  const own = storage.columns.filter(({ target }) => target === rowClass);
  const primary = own.filter(({ options }) => options.primary);
  if (table === undefined || primary.length === 0) throw new Error(`${rowClass.name} is no table with a primary key`);
  const named = (each: string): Named => {
    const column = own.find(({ propertyName }) => propertyName === each);
    if (!column) throw new Error(`${rowClass.name} has no column ${each}`);
    return { property: each, name: column.options.name ?? each };
  };
  return {
    table,
    seal: named(property),
    keys: primary.map(({ propertyName }) => named(propertyName)),
    columns: columns.map(named).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  };
}
