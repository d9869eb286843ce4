import { Stack } from '@mantine/core';
import { useOperation } from '../../api/use-operation.js';
import { PageTitle } from '../../components/data-page.js';
import { Rows } from '../../components/data-table.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Facts } from '../../components/facts.js';
import { Money } from '../../components/money.js';
import { Reference } from '../../components/reference.js';
import { Section } from '../../components/section.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { AccountLink } from './account-link.js';

/** One journal of the ledger: what moved from where to where. */
export default function JournalPage() {
  const journalId = useAddressPart('journalId');
  const journal = useOperation('control_journal_fetch', { rqvl: journalId });
  if (journal.isPending) return <Waiting />;
  if (journal.error) return <ErrorNotice error={journal.error} retry={() => void journal.refetch()} />;
  const { what, subject, batch, lines, recorded, marker } = journal.data;
  return (
    <Stack gap="md">
      <PageTitle title={what} about={<Time at={recorded} />} />
      <Section title="Journal">
        <Facts
          facts={[
            ['Journal', <Reference key="journal" value={marker} />],
            ['About', subject && <Reference value={subject} />],
            ['Batch of the chain', String(batch)],
          ]}
        />
      </Section>
      <Rows
        rows={lines}
        rowKey={({ account, amount, balance }) => `${account} ${amount} ${balance}`}
        columns={[
          { title: 'Account', render: ({ account }) => <AccountLink account={account} /> },
          { title: 'Note', render: ({ note }) => <span className="wrap">{note}</span> },
          { title: 'Amount', align: 'right', render: ({ amount }) => <Money value={amount} isSigned /> },
          { title: 'Balance afterwards', align: 'right', render: ({ balance }) => <Money value={balance} /> },
        ]}
      />
    </Stack>
  );
}
