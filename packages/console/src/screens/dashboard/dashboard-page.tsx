import { lazy, Suspense } from 'react';
import type { Data, Input } from '@harmattan/client';
import { SegmentedControl, SimpleGrid, Stack, Title } from '@mantine/core';
import { useOperation } from '../../api/use-operation.js';
import { PageTitle } from '../../components/data-page.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { loadCode } from '../../components/load-code.js';
import { formatNaira } from '../../components/money.js';
import { useAddressSearch } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { formatRate, ProviderTable } from '../providers/provider-table.js';
import { Figure } from './figure.js';
import { QueueTable } from './queue-table.js';
import { WaitingWork } from './waiting-work.js';

type Span = Input<'control_dashboard_fetch'>['rqtp'];
type Figures = Data<'control_dashboard_fetch'>['totals'];

const SPANS: { value: Span; label: string }[] = [
  { value: 'day', label: '30 days' },
  { value: 'week', label: '12 weeks' },
  { value: 'month', label: '12 months' },
];
const EARNINGS = [
  ['fees', 'Fees and commissions'],
  ['costs', 'Kept by providers and banks'],
  ['top_ups', 'Top-ups of floats'],
  ['vat', 'VAT, owed to the state'],
  ['duty', 'Stamp duty, owed to the state'],
] as const;
const COUNT = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 });
const Charts = lazy(loadCode(() => import('./charts.js')));

export default function DashboardPage() {
  const [{ span = 'day' }, change] = useAddressSearch();
  const dashboard = useOperation('control_dashboard_fetch', { rqtp: span as Span }, { refetchMs: 60_000 });
  return (
    <Stack gap="md">
      <PageTitle
        title="Dashboard"
        about="Each figure is shown beside that of the period before."
        actions={
          <SegmentedControl
            aria-label="Span"
            data={SPANS}
            value={span}
            onChange={(value) => change({ span: value === 'day' ? undefined : value })}
          />
        }
      />
      {dashboard.isPending ? (
        <Waiting />
      ) : dashboard.error ? (
        <ErrorNotice error={dashboard.error} retry={() => void dashboard.refetch()} />
      ) : (
        <Content dashboard={dashboard.data} />
      )}
    </Stack>
  );
}

function Content({ dashboard }: { readonly dashboard: Data<'control_dashboard_fetch'> }) {
  const {
    totals,
    totals_before: before,
    earned,
    earned_before: earnedBefore,
    periods,
    periods_before: periodsBefore,
  } = dashboard;
  const { providers, queues } = dashboard;
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 3, xl: 6 }}>
        <Figure title="Volume" value={totals.tradeVolume} before={before.tradeVolume} format={formatNaira} />
        <Figure title="Earned, net" value={earned.net} before={earnedBefore.net} format={formatNaira} />
        <Figure title="Purchases" value={totals.tradeCounter} before={before.tradeCounter} format={formatCount} />
        <Figure title="Success" value={successOf(totals)} before={successOf(before)} format={formatRate} />
        <Figure title="New customers" value={totals.newUsers} before={before.newUsers} format={formatCount} />
        <Figure
          title="Active customers, on average"
          value={totals.activeUsers}
          before={before.activeUsers}
          format={formatCount}
        />
      </SimpleGrid>
      <Title order={2}>Fees, costs and taxes</Title>
      <SimpleGrid cols={{ base: 2, md: 3, xl: 5 }}>
        {EARNINGS.map(([name, title]) => (
          <Figure key={name} title={title} value={earned[name]} before={earnedBefore[name]} format={formatNaira} />
        ))}
      </SimpleGrid>
      <Suspense fallback={<Waiting />}>
        <Charts periods={periods} before={periodsBefore} />
      </Suspense>
      <Title order={2}>Work that waits</Title>
      <WaitingWork />
      {providers.length > 0 && (
        <>
          <Title order={2}>Providers</Title>
          <ProviderTable providers={providers} />
        </>
      )}
      {queues.length > 0 && (
        <>
          <Title order={2}>Background jobs of the service</Title>
          <QueueTable queues={queues} />
        </>
      )}
    </>
  );
}

function formatCount(value: number): string {
  return COUNT.format(value);
}

/** Undefined where nothing was bought. */
function successOf({ tradeCounter, tradeSuccess }: Figures): number | undefined {
  return tradeCounter === 0 ? undefined : tradeSuccess / tradeCounter;
}
