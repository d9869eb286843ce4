import { parseColumns } from '../../../kernel/written-values.js';

export interface ColumnMap {
  readonly reference: string;
  readonly amount: string;
  readonly status: string;
  readonly time: string;
  readonly transactionId: string;
  readonly fee: string;
  /** Amounts' unit. */
  readonly unit: 'kobo' | 'naira';
  /** Before the kobo. */
  readonly decimal: '.' | ',';
}

export const OWN_NAMES: ColumnMap = {
  reference: 'reference',
  amount: 'amount',
  status: 'status',
  time: 'time',
  transactionId: 'transactionId',
  fee: 'fee',
  unit: 'naira',
  decimal: '.',
};

/** Undefined where the text is no map; names that it leaves out are the own ones. */
export function parseColumnMap(json: string): ColumnMap | undefined {
  const map = parseColumns(json, OWN_NAMES);
  if (!map || Object.values(map).includes('')) return undefined;
  return ['kobo', 'naira'].includes(map.unit) && ['.', ','].includes(map.decimal) ? map : undefined;
}
