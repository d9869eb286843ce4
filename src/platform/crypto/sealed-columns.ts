import type { KeyRing } from './key-ring.js';
import type { SecretBox } from './secret-box.js';

export interface Keys {
  readonly ring: KeyRing;
  readonly box: SecretBox;
}

type Renew = (value: string, rowId: string, row: object, keys: Keys) => string;

const columns = new Map<unknown, Map<string, Renew>>();

function register(prototype: object, property: string | symbol, renew: Renew): void {
  const rowClass = prototype.constructor;
  const known = columns.get(rowClass) ?? new Map<string, Renew>();
  columns.set(rowClass, known.set(String(property), renew));
}

/** A column with one or more encrypted texts, whose associated data is the primary key; `keys:rotate` encrypts it anew. */
export function Sealed(): PropertyDecorator {
  return (prototype, property) => register(prototype, property, (value, rowId, _, { box }) => box.renew(value, rowId));
}

/** A digest or MAC under APP_KEY, which `keys:rotate` makes anew. Where the old one is wrong, `renew` must keep it. */
export function Keyed(renew: (row: never, keys: Keys) => string): PropertyDecorator {
  return (prototype, property) => register(prototype, property, (_, __, row, keys) => renew(row as never, keys));
}

export function keyedProperties(rowClass: unknown): ReadonlyMap<string, Renew> {
  return columns.get(rowClass) ?? new Map<string, Renew>();
}
