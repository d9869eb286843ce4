import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { readPage } from '../../api/client.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Reference } from '../../components/reference.js';

/** The token or recharge PIN of a purchase: its owner's money, so that it is shown only when somebody asks for it. */
export function Token({ marker }: { readonly marker: string }) {
  const [isAsking, asking] = useDisclosure(false);
  const reveal = useMutation({
    mutationFn: () => readPage('control_purchase_fetch', { rqtp: 'mk', rqvl: marker, reveal: true }),
    onSuccess: asking.close,
  });
  const token = reveal.data?.items[0]?.recharge_pin;
  if (token !== undefined) return <Reference value={token} />;
  return (
    <Group gap="xs">
      <Text span size="sm" ff="monospace">
        ••••
      </Text>
      <Button size="compact-xs" variant="light" onClick={asking.open}>
        Reveal
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title="Reveal the token"
        verb="Reveal"
        action={reveal}
        onConfirm={() => reveal.mutate()}
      >
        <Text size="sm">Whoever has it can use it. That you saw it is written to the audit trail, and its owner is told.</Text>
      </ConfirmDialog>
    </Group>
  );
}
