import 'reflect-metadata';
import { ParameterFailure } from './failed-answer.js';
import { Choice, Optional } from './input.decorators.js';

/** An item's text or number to sort by. */
type SortKey<Item> = (item: Item) => string | number;
/** An item's amount in kobo. */
type Amount<Item> = (item: Item) => number;

/** Fields by which a list may be sorted, and amounts that are summed, each under its name in an answer. */
export interface ListKeys<Item> {
  /** The first one is the time by which the list is newest first. */
  readonly sorts: Readonly<Record<string, SortKey<Item>>>;
  readonly sums?: Readonly<Record<string, Amount<Item>>>;
}

/** Keys of lists that are neither sorted nor summed. */
export const NO_KEYS: ListKeys<unknown> = { sorts: {} };

const ORDERS = ['asc', 'desc'] as const;
export type Order = (typeof ORDERS)[number];

const KEYS = 'harmattan:list-keys';

/** Gives an input the parameters `sort` and `order` of such a list, after its own. */
export function SortedBy(keys: ListKeys<never>): ClassDecorator {
  return (type) => {
    const prototype = type.prototype as object;
    const parameters = { sort: Choice(Object.keys(keys.sorts)), order: Choice(ORDERS) };
    for (const [name, decorate] of Object.entries(parameters)) {
      Optional()(prototype, name);
      decorate(prototype, name);
    }
    Reflect.defineMetadata(KEYS, keys, type);
  };
}

/** Names of the sums of such an input's list; undefined of other inputs. */
export function sumsOf(inputClass: object): readonly string[] | undefined {
  const keys = Reflect.getMetadata(KEYS, inputClass) as ListKeys<never> | undefined;
  return keys && Object.keys(keys.sums ?? {});
}

/** Equal items keep their order, newest first. Undefined without a requested order. @throws ParameterFailure */
export function comparisonOf<Item>(
  { sort, order }: { readonly sort?: string; readonly order?: Order },
  { sorts }: ListKeys<Item>,
): ((one: Item, other: Item) => number) | undefined {
  if (sort === undefined && order !== 'asc') return undefined;
  const key = sort === undefined ? Object.values(sorts)[0] : sorts[sort];
  // An operation with several lists takes the names of all of them.
  if (!key) throw new ParameterFailure(sort === undefined ? 'order' : 'sort', 'invalid');
  const sign = order === 'asc' ? 1 : -1;
  return (one, other) => sign * compareKeys(key(one), key(other));
}

const WORDS = new Intl.Collator('en');

function compareKeys(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : WORDS.compare(String(one), String(other));
}
