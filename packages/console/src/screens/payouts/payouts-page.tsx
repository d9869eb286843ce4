import type { Input } from '@harmattan/client';
import { DataPage } from '../../components/data-page.js';
import { Money } from '../../components/money.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { UserLink } from '../../components/user-link.js';

type By = Input<'control_payout_fetch'>['rqtp'];

const BY: { value: By; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'undecided', label: 'Undecided' },
  { value: 'pending', label: 'Processing' },
  { value: 'failed', label: 'Failed' },
  { value: 'returned', label: 'Returned' },
  { value: 'account', label: 'Account number' },
  { value: 'reference', label: 'Reference or session' },
  { value: 'user', label: 'User ID' },
  { value: 'mk', label: 'Payout ID' },
];
const NEEDS_VALUE: readonly string[] = ['account', 'reference', 'user', 'mk'];

export default function PayoutsPage() {
  return (
    <DataPage
      title="Payouts"
      about="What users send to banks."
      action="control_payout_fetch"
      filters={[
        { name: 'by', label: 'Which', choices: BY, standard: 'all' },
        { name: 'value', label: 'Value' },
      ]}
      input={({ by = 'all', value }) => {
        if (!NEEDS_VALUE.includes(by)) return { rqtp: by as By };
        return value ? { rqtp: by as By, rqvl: value } : { rqtp: 'all' };
      }}
      refetchMs={30_000}
      rowKey={({ marker }) => marker}
      to={({ marker }) => ({ to: '/payouts/$marker', params: { marker } })}
      empty="No payout matches"
      columns={[
        {
          title: 'To',
          sort: 'name',
          render: ({ marker, name }) => (
            <ScreenLink to="/payouts/$marker" params={{ marker }} fw={600}>
              {name}
            </ScreenLink>
          ),
        },
        { title: 'Bank', sort: 'bank', render: ({ bank }) => bank },
        { title: 'Account', render: ({ account }) => account },
        { title: 'User', render: ({ userid }) => <UserLink id={userid} /> },
        { title: 'Amount', sort: 'amount', align: 'right', render: ({ amount }) => <Money value={amount} /> },
        { title: 'Provider', sort: 'provider', render: ({ provider }) => provider },
        { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
        { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}
