import { useState } from 'react';
import { Button, Stack, Text } from '@mantine/core';
import { Inbox } from 'lucide-react';
import { useOperation } from '../../api/use-operation.js';
import { PageTitle } from '../../components/data-page.js';
import { Rows } from '../../components/data-table.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Filters } from '../../components/filters.js';
import { Notice } from '../../components/notice.js';
import { Status } from '../../components/status.js';
import { useAddressSearch } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { useMay } from '../../session/profile.js';
import { type BankMatch, MatchDialog } from './match-dialog.js';

const SHOW = [
  { value: 'all', label: 'All' },
  { value: 'unsure', label: 'Those that are not sure' },
  { value: 'nobody', label: 'Those offered to nobody' },
];
const UNSURE: readonly string[] = ['none', 'cbn'];
const MATCHED: Readonly<Record<string, string>> = {
  nip: 'rail code',
  name: 'name',
  cbn: 'CBN code alone',
  none: 'nothing',
  staff: 'staff',
};

export default function BanksPage() {
  const banks = useOperation('control_bank_fetch', { rqtp: 'all' });
  return (
    <Stack gap="xs">
      <PageTitle
        title="Banks"
        about="Payout providers have their own names for banks. This page matches them with ours. Payouts use these matches."
      />
      <Filters
        filters={[
          { name: 'show', label: 'Show', choices: SHOW, standard: 'all' },
          { name: 'search', label: 'Name, code or provider' },
        ]}
      />
      {banks.isPending ? (
        <Waiting />
      ) : banks.error ? (
        <ErrorNotice error={banks.error} retry={() => void banks.refetch()} />
      ) : (
        <Matches matches={banks.data} />
      )}
    </Stack>
  );
}

function Matches({ matches }: { readonly matches: readonly BankMatch[] }) {
  const [{ show = 'all', search = '' }] = useAddressSearch();
  const mayModify = useMay('offerControl.allowModify');
  const [mended, setMended] = useState<BankMatch>();
  const shown = matches.filter((match) => isShown(match, show) && isCalled(match, search.toLowerCase()));
  if (shown.length === 0) return <Notice icon={Inbox} title="No bank matches" role="status" />;
  return (
    <>
      <Rows
        rows={shown}
        rowKey={({ provider, marker }) => `${provider} ${marker}`}
        columns={[
          { title: 'Listed as', render: ({ listed }) => listed },
          { title: 'Provider', render: ({ provider }) => provider },
          { title: 'Its code', render: ({ marker }) => marker },
          { title: 'Is our', render: (match) => <OurBank match={match} /> },
          { title: 'Kind', render: ({ kind }) => kind },
          { title: 'Matched by', render: ({ matched }) => MATCHED[matched] ?? matched },
          { title: 'State', render: ({ status }) => <Status value={status} /> },
          ...(mayModify
            ? [{ title: 'Mend', render: (match: BankMatch) => <MendButton match={match} onClick={() => setMended(match)} /> }]
            : []),
        ]}
      />
      {mended && <MatchDialog match={mended} matches={matches} onClose={() => setMended(undefined)} />}
    </>
  );
}

function isShown({ matched, code }: BankMatch, show: string): boolean {
  if (show === 'unsure') return UNSURE.includes(matched);
  return show !== 'nobody' || code === '';
}

function isCalled({ listed, name, code, marker, provider }: BankMatch, words: string): boolean {
  return [listed, name, code, marker, provider].some((text) => text.toLowerCase().includes(words));
}

function OurBank({ match: { code, name } }: { readonly match: BankMatch }) {
  if (code === '') return <Status value="offered to nobody" />;
  return (
    <>
      {name}
      <Text c="dimmed" size="xs" ff="monospace">
        {code}
      </Text>
    </>
  );
}

function MendButton({ match: { listed, provider }, onClick }: { readonly match: BankMatch; readonly onClick: () => void }) {
  return (
    <Button variant="default" size="compact-sm" aria-label={`Mend ${listed} of ${provider}`} onClick={onClick}>
      Mend
    </Button>
  );
}
