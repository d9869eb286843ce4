import { useState } from 'react';
import { Stack, Switch, Text, TextInput } from '@mantine/core';
import { ActionDialog } from '../../components/action-dialog.js';
import { useOperation } from '../../api/use-operation.js';
import { PageTitle } from '../../components/data-page.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Waiting } from '../../components/waiting.js';
import { useMay } from '../../session/profile.js';
import { type Provider, ProviderTable } from './provider-table.js';

export default function ProvidersPage() {
  const providers = useOperation('control_provider_fetch', {}, { refetchMs: 30_000 });
  const mayModify = useMay('offerControl.allowModify');
  const [switched, setSwitched] = useState<Provider>();
  if (providers.isPending) return <Waiting />;
  if (providers.error) return <ErrorNotice error={providers.error} retry={() => void providers.refetch()} />;
  return (
    <Stack gap="md">
      <PageTitle
        title="Providers"
        about="How they fare in the last 24 hours. What one has already is asked about while it is off."
      />
      <ProviderTable
        providers={providers.data}
        switchOf={(provider) => (
          <Switch
            aria-label={`${provider.name} on`}
            checked={provider.status !== 'off'}
            disabled={!mayModify}
            onChange={() => setSwitched(provider)}
          />
        )}
      />
      {switched && <SwitchDialog provider={switched} onClose={() => setSwitched(undefined)} />}
    </Stack>
  );
}

interface SwitchDialogProps {
  readonly provider: Provider;
  readonly onClose: () => void;
}

function SwitchDialog({ provider: { name, status }, onClose }: SwitchDialogProps) {
  const [reason, setReason] = useState('');
  const next = status === 'off' ? 'on' : 'off';
  return (
    <ActionDialog
      onClose={onClose}
      title={`Switch ${name} ${next}`}
      verb={`Switch ${next}`}
      color={next === 'off' ? 'red' : undefined}
      action="control_provider_update"
      input={reason.trim() !== '' ? { name, status: next, reason: reason.trim() } : undefined}
      done={`${name} is ${next}`}
      changes={['control_provider_fetch']}
    >
      <Text size="sm">
        {next === 'off' ? 'It gets no new purchases, deposits or payouts.' : 'It gets new purchases, deposits or payouts again.'}
      </Text>
      <TextInput
        label="Reason"
        required
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
