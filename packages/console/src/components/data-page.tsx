import type { ReactNode } from 'react';
import type { Input, Item, Page, PagedAction } from '@harmattan/client';
import { Group, Stack, Text, Title } from '@mantine/core';
import { usePage } from '../api/use-operation.js';
import { PagedRows, type RowsProps } from './data-table.js';
import { type Filter, Filters } from './filters.js';
import { type Search, useAddressSearch } from './use-address.js';

export interface OperationTableProps<A extends PagedAction> extends RowsProps<Item<A>> {
  readonly action: A;
  /** Parameters without `page`, from what the address says. */
  readonly input: (search: Search) => Input<A>;
  readonly filters?: readonly Filter[];
  /** For lists that change by themselves. */
  readonly refetchMs?: number;
}

/** A list that an operation pages, with its filters and its page in the address. */
export function OperationTable<A extends PagedAction>({
  action,
  input,
  filters = [],
  refetchMs,
  ...rows
}: OperationTableProps<A>) {
  const [search] = useAddressSearch();
  const { page } = search;
  const given = input(search);
  const query = usePage(action, page ? { ...given, page } : given, { refetchMs });
  const next = useNext(action, given, query.data);
  return (
    <Stack gap="md">
      {filters.length > 0 && <Filters filters={filters} />}
      <PagedRows<Item<A>> query={query} next={next} {...rows} />
    </Stack>
  );
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
    <Stack gap="md">
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
