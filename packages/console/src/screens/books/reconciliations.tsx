import { OperationTable } from '../../components/data-page.js';
import { dayInWords } from '../../components/day.js';
import { Money } from '../../components/money.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';

/** How each day at each provider compares with ours, newest first. */
export function Reconciliations() {
  return (
    <OperationTable
      action="control_reconciliation_fetch"
      filters={[{ name: 'of', label: 'Day or provider', placeholder: '2026-11-20' }]}
      input={({ of }) => (of ? { rqtp: 'day', rqvl: of } : { rqtp: 'all' })}
      rowKey={({ marker }) => marker}
      to={({ marker }) => ({ to: '/books/$reconciliationId', params: { reconciliationId: marker } })}
      empty="Nothing was compared yet"
      columns={[
        {
          title: 'Day',
          sort: 'day',
          render: ({ marker, day, provider }) => (
            <ScreenLink to="/books/$reconciliationId" params={{ reconciliationId: marker }} fw={600}>
              {`${dayInWords(day)}, ${provider}`}
            </ScreenLink>
          ),
        },
        { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
        { title: 'Same', sort: 'matched', align: 'right', render: ({ matched }) => matched },
        { title: 'Missing here', sort: 'missing_here', align: 'right', render: ({ missing_here: count }) => count },
        { title: 'Missing there', sort: 'missing_there', align: 'right', render: ({ missing_there: count }) => count },
        { title: 'Differing', sort: 'differing', align: 'right', render: ({ differing }) => differing },
        { title: 'Difference', sort: 'difference', align: 'right', render: ({ difference }) => <Money value={difference} /> },
      ]}
    />
  );
}
