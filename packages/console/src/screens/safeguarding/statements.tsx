import { OperationTable } from '../../components/data-page.js';
import { daysInWords } from '../../components/day.js';
import { Money } from '../../components/money.js';
import { ScreenLink } from '../../components/screen-link.js';

/** Those that the operator imported, newest first. */
export function Statements() {
  return (
    <OperationTable
      action="control_statement_fetch"
      filters={[{ name: 'bank', label: 'Bank account' }]}
      input={({ bank }) => (bank ? { rqtp: 'bank', rqvl: bank } : { rqtp: 'all' })}
      rowKey={({ marker }) => marker}
      to={({ marker }) => ({ to: '/safeguarding', search: { statement: marker } })}
      empty="No statement was imported: run reconcile --bank"
      columns={[
        {
          title: 'Statement',
          sort: 'bank',
          render: ({ marker, bank, first_day: from, last_day: to }) => (
            <ScreenLink to="/safeguarding" search={{ statement: marker }} fw={600}>
              {`${bank}, ${daysInWords(from, to)}`}
            </ScreenLink>
          ),
        },
        { title: 'Opening', sort: 'opening', align: 'right', render: ({ opening }) => <Money value={opening} /> },
        { title: 'Closing', sort: 'closing', align: 'right', render: ({ closing }) => <Money value={closing} /> },
        { title: 'Lines', sort: 'count', align: 'right', render: ({ count }) => count },
        { title: 'Not booked', sort: 'open', align: 'right', render: ({ open }) => open },
      ]}
    />
  );
}
