import { useState } from 'react';
import type { Data } from '@harmattan/client';
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Inbox } from 'lucide-react';
import { useOperation } from '../../api/use-operation.js';
import { CaseParts } from '../../components/case/case-parts.js';
import { PageTitle } from '../../components/data-page.js';
import { Rows } from '../../components/data-table.js';
import { dayInWords } from '../../components/day.js';
import { DownloadList } from '../../components/download-list.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Facts } from '../../components/facts.js';
import { Money } from '../../components/money.js';
import { Notice } from '../../components/notice.js';
import { Reference } from '../../components/reference.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { useAddressPart, useAddressSearch } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { useMay } from '../../session/profile.js';
import { ExplainDialog } from './explain-dialog.js';

type Answer = Extract<Data<'control_reconciliation_fetch'>, { pagination: string }>;
type Reconciliation = Answer['result'][number];

export default function ReconciliationPage() {
  const reconciliationId = useAddressPart('reconciliationId');
  const [{ page }] = useAddressSearch();
  const found = useOperation('control_reconciliation_fetch', {
    rqtp: 'mk',
    rqvl: reconciliationId,
    ...(page ? { page } : {}),
  });
  if (found.isPending) return <Waiting />;
  if (found.error) return <ErrorNotice error={found.error} retry={() => void found.refetch()} />;
  const { result, pagination } = found.data as Answer;
  const [reconciliation] = result;
  if (!reconciliation) return <Notice icon={Inbox} title="No such reconciliation" role="status" />;
  return <Details reconciliation={reconciliation} next={pagination} />;
}

function Details({ reconciliation, next }: { readonly reconciliation: Reconciliation; readonly next: string }) {
  const { marker, provider, day, status, ours, theirs, matched, difference, recorded } = reconciliation;
  const differences = 'differences' in reconciliation ? reconciliation.differences : [];
  return (
    <Stack gap="md">
      <PageTitle
        title={`${provider}, ${dayInWords(day)}`}
        about={<Status value={status} />}
        actions={status === 'differing' && <Explain marker={marker} recorded={recorded} />}
      />
      <Card withBorder>
        <Facts
          facts={[
            ['Ours', String(ours)],
            ['Theirs', String(theirs)],
            ['The same on both sides', String(matched)],
            ['Missing here', String(reconciliation.missing_here)],
            ['Missing there', String(reconciliation.missing_there)],
            ['Differing', String(reconciliation.differing)],
            ['Their books are above ours by', <Money key="difference" value={difference} />],
          ]}
        />
      </Card>
      <CaseParts kind="reconciliation" id={marker} />
      <Group justify="space-between">
        <Title order={2}>Differences</Title>
        {differences.length > 0 && <DownloadList action="control_reconciliation_fetch" input={{ rqtp: 'mk', rqvl: marker }} />}
      </Group>
      {differences.length === 0 ? (
        <Text c="dimmed">None</Text>
      ) : (
        <Rows
          rows={differences}
          rowKey={({ kind, reference, transaction_id: id }) => `${kind} ${reference} ${id}`}
          columns={[
            { title: 'Kind', render: ({ kind }) => kind.replaceAll('_', ' ') },
            { title: 'Reference', render: ({ reference }) => reference && <Reference value={reference} /> },
            { title: 'At the provider', render: ({ transaction_id: id }) => id && <Reference value={id} /> },
            {
              title: 'Our amount',
              align: 'right',
              render: ({ our_amount: amount }) => (amount === null ? '' : <Money value={amount} />),
            },
            {
              title: 'Theirs',
              align: 'right',
              render: ({ their_amount: amount }) => (amount === null ? '' : <Money value={amount} />),
            },
            { title: 'Our state', render: ({ our_status: state }) => state && <Status value={state} /> },
            { title: 'Theirs is', render: ({ their_status: state }) => state && <Status value={state} /> },
            { title: 'Note', render: ({ note }) => note },
            { title: 'Our record', render: ({ reference, our_status: state }) => state && <FindLink reference={reference} /> },
          ]}
        />
      )}
      {next !== '' && (
        <ScreenLink to="/books/$reconciliationId" params={{ reconciliationId: marker }} search={{ page: next }}>
          Next differences
        </ScreenLink>
      )}
    </Stack>
  );
}

/** The search knows the references of purchases, payouts and payments. */
function FindLink({ reference }: { readonly reference: string }) {
  return (
    <ScreenLink to="/search" search={{ q: reference }}>
      Find it
    </ScreenLink>
  );
}

function Explain({ marker, recorded }: { readonly marker: string; readonly recorded: string }) {
  const may = useMay('otherControl.fiatCurency');
  // The page behind the dialog may be read again.
  const [seen, setSeen] = useState<string>();
  if (!may) return null;
  return (
    <>
      <Button onClick={() => setSeen(recorded)}>Say what became of it</Button>
      {seen && <ExplainDialog marker={marker} recorded={seen} onClose={() => setSeen(undefined)} />}
    </>
  );
}
