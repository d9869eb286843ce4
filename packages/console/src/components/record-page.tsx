import type { ReactNode } from 'react';
import type { HarmattanError, Input, Item, PagedAction } from '@harmattan/client';
import { SearchX } from 'lucide-react';
import { usePage } from '../api/use-operation.js';
import { ErrorNotice } from './error-notice.js';
import { Notice } from './notice.js';
import { Waiting } from './waiting.js';

interface RecordPageProps<A extends PagedAction> {
  readonly action: A;
  /** Parameters that name the one record. */
  readonly input: Input<A>;
  readonly children: (record: Item<A>) => ReactNode;
}

/** One record of an operation that lists them, with its states. */
export function RecordPage<A extends PagedAction>({ action, input, children }: RecordPageProps<A>) {
  const query = usePage(action, input);
  if (query.isPending) return <Waiting />;
  if (query.error) return <ErrorNotice error={query.error satisfies HarmattanError} retry={() => void query.refetch()} />;
  const [record] = query.data.items;
  if (!record) return <Notice icon={SearchX} title="There is no such record" role="status" />;
  return children(record);
}
