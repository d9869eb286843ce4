import type { ReactNode } from 'react';
import type { Input, Item, Page, PagedAction } from '@harmattan/client';
import { Group, Stack, Text, Title } from '@mantine/core';
import { usePage } from '../api/use-operation.js';
import { type Bulk, BulkBar, useSelection } from './bulk-bar.js';
import { ColumnChoice, useHiddenColumns } from './column-choice.js';
import { type Column, PagedRows, type RowsProps, useIsPhone } from './data-table.js';
import { DaysFilter } from './days-filter.js';
import { DownloadList } from './download-list.js';
import { type Filter, Filters } from './filters.js';
import { abilitiesOf, narrowed } from './list-abilities.js';
import { ListTotals } from './list-totals.js';
import { useTitleOfRecord } from './page-title.js';
import { sorted, type SortOf, useSorting } from './sorting.js';
import { type Search, useAddressSearch } from './use-address.js';

export interface OperationTableProps<A extends PagedAction> extends Omit<RowsProps<Item<A>>, 'columns'> {
  readonly action: A;
  readonly columns: readonly Column<Item<A>, SortOf<A>>[];
  /** Parameters without `page`, from what the address says. */
  readonly input: (search: Search) => Input<A>;
  readonly filters?: readonly Filter[];
  /** For lists that change by themselves. */
  readonly refetchMs?: number;
  /** What is done with several rows; on a phone it is done one by one. */
  readonly bulk?: Bulk<Item<A>> | undefined;
}

/** A sorted list is read whole by the service, and so are sums. */
const SORTED_REFETCH_MS = 30_000;

/** A list that an operation pages, with its filters, its order and its page in the address. */
export function OperationTable<A extends PagedAction>({
  action,
  input,
  filters = [],
  refetchMs,
  columns,
  bulk,
  ...rows
}: OperationTableProps<A>) {
  const [search] = useAddressSearch();
  const [hidden, setHidden] = useHiddenColumns(action);
  const isPhone = useIsPhone();
  const abilities = abilitiesOf(action);
  const filtered = { ...input(search), ...narrowed(abilities, search) };
  const sorting = useSorting(columns);
  const isSorted = sorting.sort !== undefined;
  const given = { ...filtered, ...sorted(sorting) };
  const page = abilities.size === 'pnum' ? pageOf(search, isSorted) : search['page'];
  const selection = useSelection<Item<A>>(JSON.stringify([given, page]));
  const wholeRefetchMs = refetchMs && Math.max(refetchMs, SORTED_REFETCH_MS);
  const query = usePage(action, page ? { ...given, page } : given, { refetchMs: isSorted ? wholeRefetchMs : refetchMs });
  const next = useNext(action, given, query.data);
  return (
    <Stack gap={6}>
      <Group justify="space-between" align="end" wrap="nowrap" gap="sm">
        <Filters filters={filters}>{abilities.byDays && <DaysFilter />}</Filters>
        <Group gap="xs" wrap="nowrap">
          {abilities.asFile && <DownloadList action={action} input={given} />}
          <ColumnChoice titles={columns.map(({ title }) => title)} hidden={hidden} onChange={setHidden} />
        </Group>
      </Group>
      {bulk && !isPhone && <BulkBar bulk={bulk} rows={selection.rows} onClear={() => selection.set([])} />}
      {abilities.counted && (
        <ListTotals action={action} input={filtered} counted={abilities.counted} refetchMs={wholeRefetchMs} />
      )}
      {isSorted && hasOlder(query.data) && (
        <Text size="sm">{`Sorted among the newest 5,000; ${abilities.byDays ? 'choose days' : 'filter them'} to see older ones`}</Text>
      )}
      <PagedRows<Item<A>>
        query={query}
        sorting={sorting}
        next={next}
        columns={columns.filter(({ title }, place) => place === 0 || !hidden.includes(title))}
        selection={bulk && { rows: selection.rows, onChange: selection.set, isFor: bulk.isFor }}
        {...rows}
      />
    </Stack>
  );
}

/** Rows that were not sorted with the others. */
function hasOlder(shown: { readonly totals?: unknown } | undefined): boolean {
  return (shown?.totals as { readonly more?: boolean } | undefined)?.more === true;
}

/** Pages of a sorted list are numbers of rows, those of others times; another list of the same address may have set it. */
function pageOf({ page }: Search, isSorted: boolean): string | undefined {
  return page !== undefined && page.length < 10 === isSorted ? page : undefined;
}

/** Asks for the next page of a plain list, because nothing else tells whether there is one. */
function useNext<A extends PagedAction>(action: A, input: Input<A>, shown: Page<A> | undefined): Page<A>['next'] {
  const next = shown?.next;
  const isUncertain = shown !== undefined && !shown.isNextCertain;
  const following = usePage(action, { ...input, page: next }, { enabled: isUncertain });
  if (!isUncertain) return next;
  return following.data && !following.isPlaceholderData && following.data.items.length > 0 ? next : undefined;
}

interface DataPageProps<A extends PagedAction> extends OperationTableProps<A> {
  readonly title: string;
  readonly about?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
}

/** A whole screen of one list. */
export function DataPage<A extends PagedAction>({ title, about, actions, ...table }: DataPageProps<A>) {
  return (
    <Stack gap="xs">
      <PageTitle title={title} about={about} actions={actions} />
      <OperationTable {...table} />
    </Stack>
  );
}

interface PageTitleProps {
  readonly title: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageTitle({ title, about, actions }: PageTitleProps) {
  useTitleOfRecord(title);
  return (
    <Group justify="space-between" align="start" gap="sm">
      <Stack gap={2}>
        <Title order={1} className="wrap">
          {title}
        </Title>
        {about && (
          <Text component="div" c="dimmed" size="sm">
            {about}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
