import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Inbox } from 'lucide-react';
import type { Input } from '@harmattan/client';
import { useOperation } from '../../api/use-operation.js';
import { PageTitle } from '../../components/data-page.js';
import { Rows } from '../../components/data-table.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Notice } from '../../components/notice.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useAddressSearch } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { ProposeDialog } from './propose-dialog.js';
import { KIND_TITLES, type Tariff, termsInWords } from './terms.js';

type When = Input<'control_tariff_fetch'>['rqtp'];

const WHEN: { value: When; label: string }[] = [
  { value: 'current', label: 'In force' },
  { value: 'future', label: 'To come' },
  { value: 'history', label: 'Before' },
];

export default function TariffsPage() {
  const [{ when = 'current' }, change] = useAddressSearch();
  const tariffs = useOperation('control_tariff_fetch', { rqtp: when as When });
  const [isProposing, proposing] = useDisclosure(false);
  return (
    <Stack gap="md">
      <PageTitle
        title="Tariffs and limits"
        about="Charges and limits. One member of staff proposes a change, and another approves it."
        actions={<Button onClick={proposing.open}>Propose a change</Button>}
      />
      <SegmentedControl
        aria-label="Which"
        data={WHEN}
        value={when}
        onChange={(value) => change({ when: value === 'current' ? undefined : value })}
        w="fit-content"
      />
      {tariffs.isPending ? (
        <Waiting />
      ) : tariffs.error && tariffs.error.status !== 404 ? (
        <ErrorNotice error={tariffs.error} retry={() => void tariffs.refetch()} />
      ) : (
        <Table tariffs={tariffs.data ?? []} />
      )}
      {isProposing && <ProposeDialog onClose={proposing.close} />}
    </Stack>
  );
}

function Table({ tariffs }: { readonly tariffs: readonly Tariff[] }) {
  if (tariffs.length === 0) return <Notice icon={Inbox} title="No tariff or limit of that time" role="status" />;
  return (
    <Rows
      rows={tariffs}
      rowKey={({ marker }) => marker}
      columns={[
        { title: 'Name', render: ({ name }) => name },
        { title: 'Kind', render: ({ kind }) => KIND_TITLES[kind] ?? kind },
        { title: 'For', render: ({ subject }) => subject },
        { title: 'Terms', render: (tariff) => termsInWords(tariff).map((line) => <div key={line}>{line}</div>) },
        { title: 'From', render: ({ from }) => (from === '0' ? 'the beginning' : <Time at={from} />) },
        { title: 'Until', render: ({ until }) => (until === '' ? 'open' : <Time at={until} />) },
        { title: 'State', render: ({ status }) => <Status value={status} /> },
      ]}
    />
  );
}
