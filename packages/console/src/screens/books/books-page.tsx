import type { Data } from '@harmattan/client';
import { Card, SimpleGrid, Stack, Title } from '@mantine/core';
import { useOperation } from '../../api/use-operation.js';
import { AccountLink } from '../ledger/account-link.js';
import { PageTitle } from '../../components/data-page.js';
import { Rows } from '../../components/data-table.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Facts } from '../../components/facts.js';
import { Filters } from '../../components/filters.js';
import { Money } from '../../components/money.js';
import { Reference } from '../../components/reference.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useAddressSearch } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { Settlements } from './settlements.js';
import { Reconciliations } from './reconciliations.js';

type Books = Data<'control_books_fetch'>;

export default function BooksPage() {
  const [{ day }] = useAddressSearch();
  const books = useOperation('control_books_fetch', day ? { rqvl: day } : {});
  return (
    <Stack gap="md">
      <PageTitle title="Books" about={day ? 'At the end of the day in Lagos.' : 'As they are now.'} />
      <Filters filters={[{ name: 'day', label: 'At the end of', type: 'day' }]} />
      {books.isPending ? (
        <Waiting />
      ) : books.error ? (
        <ErrorNotice error={books.error} retry={() => void books.refetch()} />
      ) : (
        <>
          <Accounts books={books.data} />
          <Settlements books={books.data} />
        </>
      )}
      <Title order={2}>Reconciliation</Title>
      <Reconciliations />
    </Stack>
  );
}

function Accounts({ books: { trial_balance: lines, debit, credit, head, verification, anchor } }: { readonly books: Books }) {
  return (
    <>
      <Title order={2}>Trial balance</Title>
      <Rows
        rows={[...lines, { account: 'sum', name: 'Sum', type: '', debit, credit }]}
        rowKey={({ account }) => account || 'wallets'}
        columns={[
          { title: 'Type', render: ({ type }) => type },
          { title: 'Account', render: ({ name }) => name },
          {
            title: 'In the ledger',
            render: ({ account, type }) => type && (account ? <AccountLink account={account} /> : 'wallets'),
          },
          { title: 'Debit', align: 'right', render: ({ debit: value }) => value !== 0 && <Money value={value} /> },
          { title: 'Credit', align: 'right', render: ({ credit: value }) => value !== 0 && <Money value={value} /> },
        ]}
      />
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <Card withBorder>
          <Title order={3} mb="sm">
            Last whole verification
          </Title>
          <Facts
            columns={1}
            facts={[
              ['Result', <Status key="status" value={verification.status || 'never verified'} />],
              ['Verified up to batch', verification.status && String(verification.batch)],
              ['Wrong row', verification.wrong_row],
              ['When', <Time key="when" at={verification.recorded} />],
            ]}
          />
        </Card>
        <HashCard title="Head of the chain" {...head} />
        <HashCard title="Last anchor" {...anchor} />
      </SimpleGrid>
    </>
  );
}

interface HashCardProps {
  readonly title: string;
  readonly batch: number;
  readonly batch_hash: string;
  readonly recorded: string;
}

function HashCard({ title, batch, batch_hash: hash, recorded }: HashCardProps) {
  return (
    <Card withBorder>
      <Title order={3} mb="sm">
        {title}
      </Title>
      <Facts
        columns={1}
        facts={[
          ['Batch', batch === 0 ? 'none yet' : String(batch)],
          ['Hash', hash && <Reference key="hash" value={hash} />],
          ['When', <Time key="when" at={recorded} />],
        ]}
      />
    </Card>
  );
}
