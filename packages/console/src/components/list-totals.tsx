import type { Input, PagedAction } from '@harmattan/client';
import { Text } from '@mantine/core';
import { usePage } from '../api/use-operation.js';
import { formatNaira } from './money.js';

/** What a sum says, by its name on the wire; of the plain amount nothing. */
const SUMS: Readonly<Record<string, string>> = {
  total: 'with charges',
  ax_amount: 'ordered',
  ax_received: 'received',
  balance: 'in wallets',
  difference: 'difference',
};
const NUMBER = new Intl.NumberFormat('en-NG');

interface Totals {
  readonly count: number;
  readonly more: boolean;
  readonly [sum: string]: number | boolean;
}

interface ListTotalsProps<A extends PagedAction> {
  readonly action: A;
  /** Of the list as it is filtered. */
  readonly input: Input<A>;
  /** What one row and several are called. */
  readonly rows: readonly [one: string, several: string];
}

/** How many rows are filtered and their sums: asked for once, apart from pages, which do not wait for it. */
export function ListTotals<A extends PagedAction>({ action, input, rows }: ListTotalsProps<A>) {
  const { data, isPlaceholderData } = usePage(action, { ...input, pnum: 1, totals: true });
  const totals = data?.totals as Totals | undefined;
  if (!totals || isPlaceholderData) return null;
  return (
    <Text size="sm" c="dimmed">
      {inWords(totals, rows)}
    </Text>
  );
}

function inWords({ count, more, ...sums }: Totals, [one, several]: readonly [string, string]): string {
  const counted = `${NUMBER.format(count)} ${count === 1 ? one : several}`;
  const summed = Object.entries(sums).map(([name, sum]) => `${formatNaira(Number(sum))} ${SUMS[name] ?? ''}`.trim());
  return [more ? `more than ${counted}, of the newest ${NUMBER.format(count)}` : counted, ...summed].join(', ');
}
