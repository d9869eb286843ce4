import { Button, Divider, Group, Stack } from '@mantine/core';
import { Inbox } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { usePage } from '../../api/use-operation.js';
import { PageTitle } from '../../components/data-page.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Notice } from '../../components/notice.js';
import { useAddressSearch } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { RecordRow } from '../record-row.js';
import { OwnerAndDue } from './owner-and-due.js';

type Plain = 'mine' | 'unowned' | 'due';

const TITLES: Readonly<Record<Plain, string>> = { mine: 'What is mine', unowned: 'What nobody has', due: 'What is due' };

/** The work queue as one list: by owner, due time or kind. */
export function CaseList({ view, filter }: { readonly view: string; readonly filter: ReactNode }) {
  const [{ page }, change] = useAddressSearch();
  const kind = view.startsWith('kind:') ? view.slice(5) : undefined;
  const wanted = kind === undefined ? { rqtp: view as Plain } : ({ rqtp: 'kind', rqvl: kind } as const);
  const cases = usePage('control_case_fetch', { ...wanted, ...(page ? { page } : {}) });
  const next = cases.data?.next;
  return (
    <Stack gap="md">
      <PageTitle title={kind === undefined ? TITLES[view as Plain] : 'What waits'} />
      {filter}
      {cases.isPending ? (
        <Waiting />
      ) : cases.error ? (
        <ErrorNotice error={cases.error} retry={() => void cases.refetch()} />
      ) : cases.data.items.length === 0 ? (
        <Notice icon={Inbox} title="Nothing here" role="status" />
      ) : (
        cases.data.items.map((one, place) => (
          <Fragment key={one.marker}>
            {place > 0 && <Divider />}
            <RecordRow record={{ ...one, marker: one.record }} hasKind action={<OwnerAndDue owner={one.owner} due={one.due} />} />
          </Fragment>
        ))
      )}
      {next && (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => change({ page: String(next) })}>
            Next
          </Button>
        </Group>
      )}
    </Stack>
  );
}
