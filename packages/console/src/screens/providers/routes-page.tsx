import { useState } from 'react';
import type { Input, Item } from '@harmattan/client';
import { Button, NumberInput, Switch, Text } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { ActionDialog } from '../../components/action-dialog.js';
import { DataPage } from '../../components/data-page.js';
import { ErrorLine } from '../../components/error-notice.js';
import { Reference } from '../../components/reference.js';
import { useMay } from '../../session/profile.js';

type Route = Item<'control_route_fetch'>;
type By = Input<'control_route_fetch'>['rqtp'];

const BY: { value: By; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'off', label: 'Those that are off' },
  { value: 'provider', label: 'Provider' },
  { value: 'biller', label: 'Biller (id)' },
  { value: 'item', label: 'Item (id)' },
];

export default function RoutesPage() {
  const mayModify = useMay('offerControl.allowModify');
  const [moved, setMoved] = useState<Route>();
  const update = useAction('control_route_update', { done: 'The route is switched', changes: ['control_route_fetch'] });
  return (
    <>
      <DataPage
        title="Routes"
        about="Each item is sold by its first provider that is on. The others stand by."
        action="control_route_fetch"
        filters={[
          { name: 'by', label: 'Show', choices: BY, standard: 'all' },
          { name: 'value', label: 'Value' },
        ]}
        input={({ by = 'all', value }) => ({
          rqtp: by === 'off' || value ? (by as By) : 'all',
          ...(value ? { rqvl: value } : {}),
        })}
        rowKey={({ marker }) => marker}
        onOpen={mayModify ? setMoved : undefined}
        empty="No route matches"
        columns={[
          { title: 'Item', render: ({ item }) => item },
          { title: 'Biller', render: ({ biller }) => biller },
          { title: 'Item ID', render: ({ itemId }) => <Reference value={itemId} isWhole /> },
          { title: 'Provider', render: ({ provider }) => provider },
          { title: 'Payment code', render: ({ paymentCode }) => paymentCode },
          {
            title: 'Position',
            align: 'right',
            render: (route) => (mayModify ? <PositionButton route={route} onClick={() => setMoved(route)} /> : route.position),
          },
          {
            title: 'On',
            render: ({ marker, item, provider, status }) => (
              <Switch
                aria-label={`${item} by ${provider} on`}
                checked={status === 'on'}
                disabled={!mayModify || update.isPending}
                onChange={() => update.mutate({ reqv: marker, status: status === 'on' ? 'off' : 'on' })}
              />
            ),
          },
        ]}
      />
      <ErrorLine error={update.error} />
      {moved && <PositionDialog route={moved} onClose={() => setMoved(undefined)} />}
    </>
  );
}

function PositionButton({ route, onClick }: { readonly route: Route; readonly onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Position of ${route.item} by ${route.provider}: ${route.position}`}
      onClick={onClick}
    >
      {route.position}
    </Button>
  );
}

function PositionDialog({ route, onClose }: { readonly route: Route; readonly onClose: () => void }) {
  const [position, setPosition] = useState<string | number>(route.position);
  return (
    <ActionDialog
      onClose={onClose}
      title="Position of this route"
      verb="Move"
      action="control_route_update"
      input={typeof position === 'number' ? { reqv: route.marker, position } : undefined}
      done="The route is moved"
      changes={['control_route_fetch']}
    >
      <Text size="sm">{`${route.item} by ${route.provider}`}</Text>
      <NumberInput
        label="Position"
        min={1}
        max={100}
        allowDecimal={false}
        data-autofocus
        value={position}
        onChange={setPosition}
      />
    </ActionDialog>
  );
}
