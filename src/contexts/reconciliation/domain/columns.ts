export interface ColumnMap {
  readonly reference: string;
  readonly amount: string;
  readonly status: string;
  readonly time: string;
  readonly transactionId: string;
  readonly fee: string;
  /** Amounts' unit. */
  readonly unit: 'kobo' | 'naira';
}

export const OWN_NAMES: ColumnMap = {
  reference: 'reference',
  amount: 'amount',
  status: 'status',
  time: 'time',
  transactionId: 'transactionId',
  fee: 'fee',
  unit: 'naira',
};

/** Undefined where the text is no map; names that it leaves out are the own ones. */
export function parseColumnMap(json: string): ColumnMap | undefined {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const entries = Object.entries(given);
  const isKnown = entries.every(([name, column]) => name in OWN_NAMES && typeof column === 'string' && column !== '');
  const map = { ...OWN_NAMES, ...(given as Partial<ColumnMap>) };
  return isKnown && (map.unit === 'kobo' || map.unit === 'naira') ? map : undefined;
}
