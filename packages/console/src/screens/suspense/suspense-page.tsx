import type { Input } from '@harmattan/client';
import { DataPage } from '../../components/data-page.js';
import { Money } from '../../components/money.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { proposedInShort } from '../proposals/proposed.js';

type By = Input<'control_suspense_fetch'>['rqtp'];

const BY: { value: By; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'settled', label: 'Settled' },
  { value: 'all', label: 'All' },
];

export default function SuspensePage() {
  return (
    <DataPage
      title="Money in suspense"
      about="Payments that match no deposit order, and reversed deposits that users owe."
      action="control_suspense_fetch"
      filters={[{ name: 'by', label: 'Which', choices: BY, standard: 'open' }]}
      input={({ by = 'open' }) => ({ rqtp: by as By })}
      rowKey={({ marker }) => marker}
      to={({ marker }) => ({ to: '/suspense/$marker', params: { marker } })}
      empty="No money is in suspense"
      columns={[
        {
          title: 'Payer',
          sort: 'payer_name',
          render: ({ marker, payer_name }) => (
            <ScreenLink to="/suspense/$marker" params={{ marker }} fw={600}>
              {payer_name || 'Unknown'}
            </ScreenLink>
          ),
        },
        { title: 'Bank', sort: 'payer_bank', render: ({ payer_bank }) => payer_bank },
        { title: 'Into account', render: ({ account_number }) => account_number },
        { title: 'Amount', sort: 'amount', align: 'right', render: ({ amount }) => <Money value={amount} /> },
        { title: 'Why', sort: 'reason', render: ({ reason }) => reason.replaceAll('_', ' ') },
        { title: 'Proposed', render: ({ proposed }) => proposedInShort(proposed) },
        { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
        { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}
