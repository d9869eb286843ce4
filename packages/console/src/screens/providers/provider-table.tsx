import type { ReactNode } from 'react';
import type { Data } from '@harmattan/client';
import { RadioTower } from 'lucide-react';
import { Rows } from '../../components/data-table.js';
import { Money } from '../../components/money.js';
import { Notice } from '../../components/notice.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { useMay } from '../../session/profile.js';

export type Provider = Data<'control_provider_fetch'>[number];

interface ProviderTableProps {
  readonly providers: readonly Provider[];
  readonly switchOf?: (provider: Provider) => ReactNode;
}

export function ProviderTable({ providers, switchOf }: ProviderTableProps) {
  if (providers.length === 0) return <Notice icon={RadioTower} title="No provider is set up" role="status" />;
  return (
    <Rows
      rows={providers}
      rowKey={({ name, kind }) => `${kind} ${name}`}
      columns={[
        { title: 'Provider', render: ({ name }) => name },
        { title: 'For', render: ({ kind }) => kind },
        { title: 'State', render: ({ status }) => <Status value={status} /> },
        { title: 'Why', render: ({ reason }) => reason },
        { title: 'Since', render: ({ since }) => (since === '' ? '' : <Time at={since} isRelative />) },
        { title: 'Float', align: 'right', render: ({ float }) => (float === null ? '' : <Money value={float} />) },
        { title: 'Success', align: 'right', render: ({ success_rate_24h: rate }) => (rate === null ? '' : formatRate(rate)) },
        {
          title: 'Median',
          align: 'right',
          render: ({ median_seconds_24h: seconds }) => (seconds === null ? '' : formatSeconds(seconds)),
        },
        { title: 'Undecided', align: 'right', render: (provider) => <Undecided provider={provider} /> },
        ...(switchOf ? [{ title: 'On', render: switchOf }] : []),
      ]}
    />
  );
}

/** How many wait for the provider, which leads to them where there is a list of such. */
function Undecided({ provider: { kind, undecided } }: { readonly provider: Provider }) {
  const mayRead = useMay('userControl.transaction');
  if (undecided === 0 || !mayRead || kind === 'deposit') return <>{undecided}</>;
  return (
    <ScreenLink to={kind === 'payout' ? '/payouts' : '/purchases'} search={{ by: 'pending' }}>
      {undecided}
    </ScreenLink>
  );
}

export function formatRate(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`;
}

/** `45 s`, `3 min`, `2.5 h` */
export function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
