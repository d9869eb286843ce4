import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { grouped } from '@harmattan/client';
import { readPage } from '../../api/client.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Reference } from '../../components/reference.js';
import type { Purchase } from './purchase-actions.js';

type Deliverable = Purchase['deliverables'][number];

/** What a purchase delivered: its owner's money, so that it is shown only when somebody asks for it; kinds and last characters before. */
export function Deliverables({ purchase }: { readonly purchase: Purchase }) {
  const [isAsking, asking] = useDisclosure(false);
  const reveal = useMutation({
    mutationFn: () => readPage('control_purchase_fetch', { rqtp: 'mk', rqvl: purchase.marker, reveal: true }),
    onSuccess: asking.close,
  });
  const revealed = reveal.data?.items[0]?.deliverables;
  return (
    <Stack gap={4}>
      {(revealed ?? purchase.deliverables).map((each, place) => (
        <Line key={`${place} ${each.kind}`} deliverable={each} />
      ))}
      {!revealed && (
        <Button size="compact-xs" variant="light" onClick={asking.open} w="fit-content">
          Reveal
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title="Reveal what was delivered"
        verb="Reveal"
        action={reveal}
        onConfirm={() => reveal.mutate()}
      >
        <Text size="sm">Anybody who has it can use it. The audit trail records that you saw it, and we tell its owner.</Text>
      </ConfirmDialog>
    </Stack>
  );
}

function Line({ deliverable: { kind, value, serial, units, expires } }: { readonly deliverable: Deliverable }) {
  const more = [serial && `serial ${serial}`, units && `units ${units}`, expires && `expires ${expires}`].filter(Boolean);
  return (
    <Group gap="xs">
      <Reference label={kind.replaceAll('_', ' ')} value={grouped(value)} />
      {more.length > 0 && (
        <Text span size="xs" c="dimmed">
          {more.join(', ')}
        </Text>
      )}
    </Group>
  );
}
