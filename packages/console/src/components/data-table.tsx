import type { ReactNode } from 'react';
import type { HarmattanError, Page } from '@harmattan/client';
import { Button, Card, Group, LoadingOverlay, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Inbox } from 'lucide-react';
import { DataTable } from 'mantine-datatable';
import type { To } from '../screen-paths.js';
import { ErrorNotice } from './error-notice.js';
import { Notice } from './notice.js';
import { type Order, RECORDED, type Sorting } from './sorting.js';
import { type Search, useAddressSearch, useGoTo } from './use-address.js';
import { Waiting } from './waiting.js';

export interface Column<T, Sort extends string = string> {
  readonly title: string;
  /** The name by which the service sorts by it. */
  readonly sort?: Sort;
  readonly render: (row: T) => ReactNode;
  readonly align?: 'left' | 'right';
  readonly width?: number | string;
}

export interface RowsProps<T> {
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
  /** A click on the row leads there. Give a link in one of the columns as well, for the keyboard. */
  readonly to?: (row: T) => To;
  /** What a click on the row opens, where it leads nowhere. */
  readonly onOpen?: (row: T) => void;
  readonly empty?: string;
  /** Rows that are chosen, to do something with all of them. */
  readonly selection?: Selection<T> | undefined;
  /** Of columns with a name for it. */
  readonly sorting?: Sorting;
}

interface Selection<T> {
  readonly rows: readonly T[];
  readonly onChange: (rows: readonly T[]) => void;
  readonly isFor: (row: T) => boolean;
}

interface PagedRowsProps<T> extends RowsProps<T> {
  readonly query: UseQueryResult<{ readonly items: readonly T[] }, HarmattanError>;
  /** The page after it; undefined on the last one. */
  readonly next: Page<never>['next'];
}

/** Rows of a page with its states; as a table, and as cards on a phone. The page is in the address. */
export function PagedRows<T>({ query, next, empty = 'Nothing here', ...rows }: PagedRowsProps<T>) {
  const [search, change] = useAddressSearch();
  if (query.isPending) return <Waiting />;
  if (query.error) return <ErrorNotice error={query.error} retry={() => void query.refetch()} />;
  const { items } = query.data;
  return (
    <Stack gap="sm" pos="relative">
      <LoadingOverlay visible={query.isPlaceholderData} zIndex={2} overlayProps={{ blur: 1 }} />
      {items.length === 0 ? <Notice icon={Inbox} title={empty} role="status" /> : <Rows rows={items} {...rows} />}
      {(next !== undefined || search['page']) && (
        <Group justify="space-between">
          <Button
            variant="default"
            size="xs"
            leftSection={<ChevronLeft size={16} />}
            disabled={!search['page']}
            onClick={() => change(pageBefore(search))}
          >
            Previous page
          </Button>
          <Button
            variant="default"
            size="xs"
            rightSection={<ChevronRight size={16} />}
            disabled={next === undefined || query.isPlaceholderData}
            onClick={() => change(pageAfter(search, String(next)))}
          >
            Next page
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The pages on the way to the shown one, apart from the first, are in the address: a list is read from its newest end. */
function pageAfter({ page, before }: Search, next: string): Search {
  return { page: next, before: [before, page].filter(Boolean).join('.') || undefined };
}

function pageBefore({ before = '' }: Search): Search {
  const passed = before.split('.').filter(Boolean);
  const page = passed.pop();
  return { page, before: passed.join('.') || undefined };
}

/** Rows that are all there. */
export function Rows<T>({
  rows,
  columns,
  rowKey,
  to,
  onOpen,
  selection,
  sorting,
}: RowsProps<T> & { readonly rows: readonly T[] }) {
  const isPhone = useIsPhone();
  const goTo = useGoTo();
  const open = to || onOpen ? (row: T) => (to ? goTo(to(row)) : onOpen?.(row)) : undefined;
  if (isPhone) return <Cards rows={rows} columns={columns} rowKey={rowKey} open={open} />;
  return (
    <DataTable<Readonly<Record<string, unknown>>>
      withTableBorder
      borderRadius="md"
      highlightOnHover={open !== undefined}
      records={rows as Readonly<Record<string, unknown>>[]}
      idAccessor={(row) => rowKey(row as T)}
      columns={columns.map(({ title, render, align, width, sort }) => ({
        accessor: title,
        title,
        sortable: sorting !== undefined && sort !== undefined,
        render: (row) => render(row as T),
        textAlign: align ?? 'left',
        width,
      }))}
      {...(selection ? selectionOf(selection) : {})}
      {...sortingOf(sorting ?? UNSORTED, columns)}
      rowClassName={() => (open ? 'row-link' : '')}
      onRowClick={({ record, event }) => {
        if (!open || isControl(event.target)) return;
        open(record as T);
      }}
      verticalSpacing={1}
      fz="sm"
      className="rows"
      minHeight={0}
    />
  );
}

export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
}

function selectionOf<T>({ rows, onChange, isFor }: Selection<T>) {
  return {
    selectedRecords: rows as Readonly<Record<string, unknown>>[],
    onSelectedRecordsChange: (next: Readonly<Record<string, unknown>>[]) => onChange(next as T[]),
    isRecordSelectable: (row: Readonly<Record<string, unknown>>) => isFor(row as T),
    allRecordsSelectionCheckboxProps: { 'aria-label': 'Choose all on this page' },
    getRecordSelectionCheckboxProps: (_: unknown, place: number) => ({ 'aria-label': `Choose row ${place + 1}` }),
  };
}

const UNSORTED: Sorting = { sort: '', order: 'desc', onChange: () => {} };

/** The first click on numbers and times begins with the greatest, on words with the first. */
function sortingOf(
  { sort = RECORDED, order, onChange }: Sorting,
  columns: readonly Pick<Column<never>, 'title' | 'sort' | 'align'>[],
) {
  const shown = columns.find((column) => column.sort === sort)?.title ?? '';
  return {
    sortStatus: { columnAccessor: shown, direction: order },
    onSortStatusChange: ({ columnAccessor }: { readonly columnAccessor: PropertyKey }) => {
      const { sort: name = RECORDED, align } = columns.find(({ title }) => title === columnAccessor) ?? {};
      const first: Order = align === 'right' || name === RECORDED ? 'desc' : 'asc';
      const other: Order = order === 'asc' ? 'desc' : 'asc';
      onChange(name, columnAccessor === shown ? other : first);
    },
  };
}

interface CardsProps<T> {
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
  readonly open: ((row: T) => void) | undefined;
}

function Cards<T>({ rows, columns, rowKey, open }: CardsProps<T>) {
  const [first, ...others] = columns;
  return (
    <Stack gap="xs">
      {rows.map((row) => (
        <Card
          key={rowKey(row)}
          withBorder
          padding="sm"
          className={open ? 'row-link' : ''}
          onClick={(event) => {
            if (open && !isControl(event.target)) open(row);
          }}
        >
          <Text component="div" fw={600} mb={4} className="wrap">
            {first!.render(row)}
          </Text>
          {others.map(({ title, render }) => (
            <Line key={title} title={title} value={render(row)} />
          ))}
        </Card>
      ))}
    </Stack>
  );
}

function Line({ title, value }: { readonly title: string; readonly value: ReactNode }) {
  if (value === '' || value === null || value === undefined) return null;
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" align="baseline">
      <Text c="dimmed" size="sm" style={{ flexShrink: 0 }}>
        {title}
      </Text>
      <Text component="div" size="sm" ta="right" className="wrap">
        {value}
      </Text>
    </Group>
  );
}

/** Links, buttons and switches in a row do what they say. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label') !== null;
}
