import type { Input } from '@harmattan/client';
import { DataPage } from '../../components/data-page.js';
import { Money } from '../../components/money.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { UserLink } from '../../components/user-link.js';
import { useAddressSearch } from '../../components/use-address.js';

type By = NonNullable<Input<'control_user_wallet_deposit'>['rqtp']>;

const BY: { value: By; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'status', label: 'State' },
  { value: 'user', label: 'User' },
  { value: 'mk', label: 'Order' },
];
const STATES = ['pending', 'completed', 'failed', 'expired', 'reversed'].map((value) => ({ value, label: value }));

export default function DepositsPage() {
  const [{ by }] = useAddressSearch();
  const value = by === 'status' ? { name: 'value', label: 'State', choices: STATES } : { name: 'value', label: 'User or order' };
  return (
    <DataPage
      title="Deposits"
      about="Orders of users to pay into their wallets."
      action="control_user_wallet_deposit"
      filters={[{ name: 'by', label: 'Find by', choices: BY, standard: 'all' }, ...(by ? [value] : [])]}
      input={({ by: kind = 'all', value: text }) => (text ? { rqtp: kind as By, rqvl: text } : { rqtp: 'all' })}
      refetchMs={30_000}
      rowKey={({ marker }) => marker}
      empty="No deposit matches"
      columns={[
        {
          title: 'Into account',
          render: ({ marker, ax_number, ax_bank }) => (
            <ScreenLink to="/deposits/$marker" params={{ marker }} fw={600}>
              {[ax_number, ax_bank].filter((text) => text !== '').join(', ') || marker}
            </ScreenLink>
          ),
        },
        { title: 'Ordered', sort: 'ax_amount', align: 'right', render: ({ ax_amount }) => <Money value={ax_amount} /> },
        {
          title: 'Received',
          sort: 'ax_received',
          align: 'right',
          render: ({ ax_received }) => ax_received > 0 && <Money value={ax_received} />,
        },
        { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
        {
          title: 'User',
          render: ({ userid }) => <UserLink id={userid} />,
        },
        { title: 'Recorded', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
        { title: 'Until', sort: 'ax_expire', render: ({ ax_expire }) => <Time at={ax_expire} /> },
      ]}
    />
  );
}
