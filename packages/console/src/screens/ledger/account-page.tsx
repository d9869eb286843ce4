import { OperationTable, PageTitle } from '../../components/data-page.js';
import { Stack } from '@mantine/core';
import { Money } from '../../components/money.js';
import { Named } from '../../components/named.js';
import { Reference } from '../../components/reference.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';

/** One account of the ledger: what moved, and what it held after each. */
export default function AccountPage() {
  const account = useAddressPart('account');
  const isSystem = account.startsWith('system:');
  return (
    <Stack gap="md">
      <PageTitle
        title={isSystem ? account.replace('system:', '').replaceAll(/[:_-]/g, ' ') : 'Wallet'}
        about={isSystem ? <Reference value={account} /> : <Named kind="user" id={account} />}
      />
      <OperationTable
        action="control_account_fetch"
        input={() => ({ rqvl: account })}
        rowKey={({ journal, amount, balance }) => `${journal} ${amount} ${balance}`}
        empty="Nothing was posted to this account"
        columns={[
          { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
          {
            title: 'What',
            sort: 'what',
            render: ({ journal, what }) => (
              <ScreenLink to="/journals/$journalId" params={{ journalId: journal }}>
                {what}
              </ScreenLink>
            ),
          },
          { title: 'Note', render: ({ note }) => <span className="wrap">{note}</span> },
          { title: 'Amount', sort: 'amount', align: 'right', render: ({ amount }) => <Money value={amount} isSigned /> },
          { title: 'Balance', sort: 'balance', align: 'right', render: ({ balance }) => <Money value={balance} /> },
        ]}
      />
    </Stack>
  );
}
