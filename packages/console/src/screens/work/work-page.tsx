import { Fragment, type ReactNode } from 'react';
import type { Data } from '@harmattan/client';
import { Badge, Card, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { CircleCheckBig, PartyPopper } from 'lucide-react';
import { PageTitle } from '../../components/data-page.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Filters } from '../../components/filters.js';
import { Notice } from '../../components/notice.js';
import { ScreenLink } from '../../components/screen-link.js';
import { useAddressSearch } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { useProfile } from '../../session/profile.js';
import { ContactState } from '../feedback/contact-state.js';
import { RecordRow } from '../record-row.js';
import { CaseList } from './case-list.js';
import { OwnerAndDue } from './owner-and-due.js';
import { useWork, WORK_KINDS } from './use-work.js';

type Kind = Data<'control_work_queue'>[number];

export default function WorkPage() {
  const [{ show = 'queue' }] = useAddressSearch();
  const choices = [
    { value: 'queue', label: 'Everything' },
    { value: 'mine', label: 'Mine' },
    { value: 'unowned', label: 'Nobody’s' },
    { value: 'due', label: 'With a due time' },
    ...Object.entries(WORK_KINDS).map(([kind, { title }]) => ({ value: `kind:${kind}`, label: title })),
  ];
  const filter = <Filters filters={[{ name: 'show', label: 'Show', choices, standard: 'queue' }]} />;
  return show === 'queue' ? <Queue filter={filter} /> : <CaseList view={show} filter={filter} />;
}

function Queue({ filter }: { readonly filter: ReactNode }) {
  const { firstName } = useProfile();
  const work = useWork();
  if (work.isPending) return <Waiting />;
  if (work.error) return <ErrorNotice error={work.error} retry={() => void work.refetch()} />;
  const total = work.data.reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack gap="lg">
      <PageTitle title={`Hello, ${firstName}`} about={total === 0 ? undefined : 'Your work: due dates first, then the oldest.'} />
      {filter}
      {total === 0 && (
        <Notice icon={PartyPopper} title="Nothing waits for you" color="green" role="status">
          New work appears here by itself. Press / to search.
        </Notice>
      )}
      <div className="columns">
        {work.data
          .filter(({ count }) => total > 0 || count > 0)
          .map((kind) => (
            <KindCard key={kind.kind} kind={kind} />
          ))}
      </div>
    </Stack>
  );
}

function KindCard({ kind: { kind, count, more, items } }: { readonly kind: Kind }) {
  const { title = kind, all } = WORK_KINDS[kind] ?? {};
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="xs">
            <Title order={2}>{title}</Title>
            <Badge color={count > 0 ? 'orange' : 'gray'} variant="light" circle={count < 10}>
              {count}
              {more && '+'}
            </Badge>
          </Group>
          {all && count > 0 && (
            <ScreenLink {...all} size="sm" aria-label={`All: ${title}`}>
              All
            </ScreenLink>
          )}
        </Group>
        {items.length === 0 && (
          <Group gap="xs" c="dimmed">
            <CircleCheckBig size={16} aria-hidden />
            <Text size="sm">None</Text>
          </Group>
        )}
        {items.map((record, place) => (
          <Fragment key={record.marker}>
            {place > 0 && <Divider />}
            <RecordRow
              record={record}
              action={
                <>
                  <OwnerAndDue owner={record.owner} due={record.due} />
                  {kind === 'contact' && <ContactState marker={record.marker} status={record.status} />}
                </>
              }
            />
          </Fragment>
        ))}
      </Stack>
    </Card>
  );
}
