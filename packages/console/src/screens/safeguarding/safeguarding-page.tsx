import type { Data } from '@harmattan/client';
import { SimpleGrid, Stack, Title } from '@mantine/core';
import { useOperation } from '../../api/use-operation.js';
import { PageTitle } from '../../components/data-page.js';
import { Rows } from '../../components/data-table.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Facts } from '../../components/facts.js';
import { Filters } from '../../components/filters.js';
import { Money } from '../../components/money.js';
import { Section } from '../../components/section.js';
import { Status } from '../../components/status.js';
import { useAddressSearch } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { useMay } from '../../session/profile.js';
import { LastDays } from './last-days.js';
import { StatementLines } from './statement-lines.js';
import { Statements } from './statements.js';

type Safeguarding = Data<'control_safeguarding_fetch'>;

interface Asset {
  readonly name: string;
  readonly where: string;
  readonly book: number;
  /** Null where none is known of that day. */
  readonly stated: number | null;
}

/** Whether the money of users is there, and the statements that say so. */
export default function SafeguardingPage() {
  const [{ day, statement }] = useAddressSearch();
  const shown = useOperation('control_safeguarding_fetch', { rqtp: 'day', ...(day ? { rqvl: day } : {}) });
  const maySettle = useMay('otherControl.fiatCurency');
  return (
    <Stack gap="md">
      <PageTitle
        title="Safeguarding"
        about={`What is owed to users against what is there, ${day ? 'at the end of the day in Lagos.' : 'as it is now.'}`}
      />
      <Filters filters={[{ name: 'day', label: 'At the end of', type: 'day' }]} />
      {shown.isPending ? (
        <Waiting />
      ) : shown.error ? (
        <ErrorNotice error={shown.error} retry={() => void shown.refetch()} />
      ) : (
        <Coverage safeguarding={shown.data} />
      )}
      <LastDays />
      {maySettle && (
        <>
          <Title order={2}>Statements of banks</Title>
          {statement ? <StatementLines marker={statement} /> : <Statements />}
        </>
      )}
    </Stack>
  );
}

function Coverage({ safeguarding }: { readonly safeguarding: Safeguarding }) {
  const { wallets, held, suspense, debts, bank, providers, difference, covered } = safeguarding;
  const owed = (Math.round(wallets * 100) + Math.round(held * 100) + Math.round(suspense * 100)) / 100;
  const assets: Asset[] = [
    ...bank.map(({ name, book, statement }) => ({ name, where: 'Bank', book, stated: statement })),
    ...providers.map(({ name, book, stated }) => ({ name, where: 'Provider', book, stated })),
  ];
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Section title="Owed to users">
        <Facts
          columns={1}
          facts={[
            ['Wallets', <Money key="wallets" value={wallets} />],
            ['Held for purchases and payouts', <Money key="held" value={held} />],
            ['In suspense, of payers', <Money key="suspense" value={suspense} />],
            ['Total owed', <Money key="owed" value={owed} fw={600} />],
            [difference < 0 ? 'Shortfall' : 'Surplus', <Money key="difference" value={Math.abs(difference)} fw={600} />],
            ['Covered', <Status key="covered" value={covered ? 'right' : 'wrong'} />],
            ['Owed to us, which covers nothing', debts !== 0 && <Money value={debts} />],
          ]}
        />
      </Section>
      <Section title="Held with banks and providers">
        <Rows
          rows={assets}
          rowKey={({ name, where }) => `${where} ${name}`}
          empty="No account is named"
          columns={[
            { title: 'Account', render: ({ name }) => name },
            { title: 'Held by', render: ({ where }) => where },
            { title: 'By the books', align: 'right', render: ({ book }) => <Money value={book} /> },
            {
              title: 'As they state',
              align: 'right',
              render: ({ stated }) => (stated === null ? 'not told' : <Money value={stated} />),
            },
          ]}
        />
      </Section>
    </SimpleGrid>
  );
}
