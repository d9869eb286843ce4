import { useState } from 'react';
import type { Input } from '@harmattan/client';
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
        about="Figures of the last 24 hours. If a provider is off, the service still asks about its open orders."
      />
      <ProviderTable
        providers={providers.data}
        switchOf={(provider) => (
          <Switch
            aria-label={`${provider.name} on for ${WORK[provider.kind] ?? provider.kind}`}
            checked={provider.status !== 'off'}
            disabled={!mayModify}
            onChange={() => setSwitched(provider)}
          />
        )}
      />
      {switched && <SwitchDialog provider={switched} all={providers.data} onClose={() => setSwitched(undefined)} />}
    </Stack>
  );
}

type Kind = NonNullable<Input<'control_provider_update'>['kind']>;

const WORK: Readonly<Record<string, string>> = { biller: 'purchases', deposit: 'deposits', payout: 'payouts' };

/** What stops when a provider takes nothing new of its kind, and what others take. */
function effectOf({ name, kind, items, items_alone: alone }: Provider, all: readonly Provider[]): string {
  const work = WORK[kind] ?? kind;
  const others = all.filter((each) => each.kind === kind && each.name !== name && each.status === 'in use');
  const names = others.map((each) => each.name).join(', ');
  if (others.length === 0) return `No other provider takes ${work}: all of them stop, until it is on again.`;
  if (items === null || alone === null) return `New ${work} go to ${names}.`;
  if (alone === 0) return `All ${items} items that it sells are sold by ${names}.`;
  return `${alone} of the ${items} items that it sells have no other route and cannot be bought meanwhile; the rest is sold by ${names}.`;
}

interface SwitchDialogProps {
  readonly provider: Provider;
  readonly all: readonly Provider[];
  readonly onClose: () => void;
}

function SwitchDialog({ provider, all, onClose }: SwitchDialogProps) {
  const { name, kind, status } = provider;
  const work = WORK[kind] ?? kind;
  const [reason, setReason] = useState('');
  const next = status === 'off' ? 'on' : 'off';
  return (
    <ActionDialog
      onClose={onClose}
      title={`Switch ${name} ${next} for ${work}`}
      verb={`Switch ${next}`}
      color={next === 'off' ? 'red' : undefined}
      action="control_provider_update"
      input={reason.trim() !== '' ? { name, kind: kind as Kind, status: next, reason: reason.trim() } : undefined}
      done={`${name} is ${next} for ${work}`}
      changes={['control_provider_fetch']}
    >
      <Text size="sm">
        {next === 'off'
          ? `It gets no new ${work}; its other work goes on. ${effectOf(provider, all)}`
          : `It gets new ${work} again.`}
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
