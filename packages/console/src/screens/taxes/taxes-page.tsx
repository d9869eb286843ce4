import type { Data } from '@harmattan/client';
import { Button, Stack } from '@mantine/core';
import { Download } from 'lucide-react';
import { useOperation } from '../../api/use-operation.js';
import { PageTitle } from '../../components/data-page.js';
import { Rows } from '../../components/data-table.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Filters } from '../../components/filters.js';
import { lagosInput } from '../../components/lagos-time.js';
import { Money } from '../../components/money.js';
import { saveFile } from '../../components/save-file.js';
import { Status } from '../../components/status.js';
import { useAddressSearch } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { KIND_TITLES } from '../tariffs/terms.js';

type Report = Data<'control_tax_fetch'>;

const MONTH_LENGTH = 7;
const AMOUNTS = ['base', 'amount', 'refunded', 'remitted', 'due'] as const;
const TITLES = {
  base: 'Charged on',
  amount: 'Charged',
  refunded: 'Refunded',
  remitted: 'Remitted',
  due: 'Due at the end',
} as const;

export default function TaxesPage() {
  const [{ month = lagosInput(Date.now()).slice(0, MONTH_LENGTH) }] = useAddressSearch();
  const report = useOperation('control_tax_fetch', { rqtp: 'month', rqvl: month });
  const { data } = report;
  return (
    <Stack gap="md">
      <PageTitle
        title="Taxes"
        about={`VAT and stamp duty of ${month} in Lagos, as the ledger has them.`}
        actions={
          <Button leftSection={<Download size={16} />} disabled={!data} onClick={() => data && saveFile(csvOf(data))}>
            Download CSV
          </Button>
        }
      />
      <Filters filters={[{ name: 'month', label: 'Month', type: 'month' }]} />
      {report.isPending ? (
        <Waiting />
      ) : report.error ? (
        <ErrorNotice error={report.error} retry={() => void report.refetch()} />
      ) : (
        <Taxes report={report.data} />
      )}
    </Stack>
  );
}

function Taxes({ report: { result, agrees } }: { readonly report: Report }) {
  return (
    <>
      <Rows
        rows={result}
        rowKey={({ kind }) => kind}
        columns={[
          { title: 'Tax', render: ({ kind }) => KIND_TITLES[kind] ?? kind },
          { title: 'Payments', align: 'right', render: ({ count }) => count },
          ...AMOUNTS.map((name) => ({
            title: TITLES[name],
            align: 'right' as const,
            render: (tax: Report['result'][number]) => <Money value={tax[name]} />,
          })),
        ]}
      />
      <div>
        Accounts, postings and payments: <Status value={agrees ? 'right' : 'wrong'} />
      </div>
    </>
  );
}

/** A line for each tax, in Naira; there is nothing in it that a spreadsheet could take for a formula. */
function csvOf({ month, result, agrees }: Report) {
  const lines = result.map((tax) => [month, tax.kind, tax.count, ...AMOUNTS.map((name) => tax[name].toFixed(2)), agrees]);
  const header = ['month', 'kind', 'count', ...AMOUNTS, 'agrees'];
  const text = [header, ...lines].map((line) => `${line.join(',')}\n`).join('');
  return { fileName: `taxes-${month}.csv`, fileType: 'text/csv', content: btoa(text) };
}
