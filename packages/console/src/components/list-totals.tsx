import type { Input, PagedAction } from '@harmattan/client';
import { Text } from '@mantine/core';
import { usePage } from '../api/use-operation.js';
import type { Counted } from './list-abilities.js';
import { formatNaira } from './money.js';
import { clockTime } from './time.js';

/** Filters that narrow a list by no state. */
const OF_EVERY_STATE: readonly unknown[] = [undefined, 'all', 'user', 'customer', 'account'];
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
  readonly counted: Counted;
  /** Of the list; it is read whole for each. */
  readonly refetchMs: number | undefined;
}

/** How many rows are filtered and their sums, with their moment. They are read anew as the list is, apart from pages, which do not wait for it. */
export function ListTotals<A extends PagedAction>({ action, input, counted, refetchMs }: ListTotalsProps<A>) {
  const { data, dataUpdatedAt, isPlaceholderData } = usePage(action, { ...input, pnum: 1, totals: true }, { refetchMs });
  const totals = data?.totals as Totals | undefined;
  if (!totals || isPlaceholderData) return null;
  return (
    <Text size="sm" c="dimmed" lh={1.25}>
      {`${inWords(totals, counted, 'rqtp' in input ? input.rqtp : undefined)}, at ${clockTime(dataUpdatedAt)}`}
    </Text>
  );
}

function inWords(
  { count, more, ...sums }: Totals,
  { one, several, sums: names = {}, ofEveryState }: Counted,
  filter: unknown,
): string {
  const states = ofEveryState && OF_EVERY_STATE.includes(filter) ? ' of every state' : '';
  const rows = `${NUMBER.format(count)} ${count === 1 ? one : several}${states}`;
  const counted = more ? `more than ${rows}, of the newest ${NUMBER.format(count)}` : rows;
  const summed = Object.entries(sums).map(([name, sum]) => `${formatNaira(Number(sum))} ${names[name] ?? ''}`.trim());
  return [counted, ...summed].join(', ');
}
