import type { Input } from '@harmattan/client';
import { DataPage } from '../../components/data-page.js';
import { Money } from '../../components/money.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';

type By = Input<'control_purchase_fetch'>['rqtp'];

const BY: { value: By; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'undecided', label: 'Undecided' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
  { value: 'reversed', label: 'Reversed' },
  { value: 'customer', label: 'Meter or customer number' },
  { value: 'reference', label: 'Reference' },
  { value: 'user', label: 'User ID' },
];
const NEEDS_VALUE: readonly string[] = ['customer', 'reference', 'user'];

export default function PurchasesPage() {
  return (
    <DataPage
      title="Purchases"
      action="control_purchase_fetch"
      filters={[
        { name: 'by', label: 'Which', choices: BY, standard: 'all' },
        { name: 'value', label: 'Value' },
      ]}
      input={({ by = 'all', value }) => {
        if (!NEEDS_VALUE.includes(by)) return { rqtp: by as By };
        return value ? { rqtp: by as By, rqvl: value } : { rqtp: 'all' };
      }}
      rowKey={({ marker }) => marker}
      to={({ marker }) => ({ to: '/purchases/$marker', params: { marker } })}
      empty="No purchase matches"
      columns={[
        {
          title: 'Item',
          sort: 'biller_name',
          render: ({ marker, biller_name, biller_item }) => (
            <ScreenLink to="/purchases/$marker" params={{ marker }} fw={600}>
              {`${biller_name} ${biller_item}`.trim() || marker}
            </ScreenLink>
          ),
        },
        { title: 'For', render: ({ customer_id }) => customer_id },
        { title: 'Amount', sort: 'tx_amount', align: 'right', render: ({ tx_amount }) => <Money value={tx_amount} /> },
        { title: 'Provider', sort: 'provider', render: ({ provider }) => provider },
        { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
        { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
      ]}
    />
  );
}
