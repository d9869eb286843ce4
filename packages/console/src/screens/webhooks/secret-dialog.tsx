import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Reference } from '../../components/reference.js';

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** No answer shows it again, so that it is not closed by a click beside it. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Secret of the endpoint" centered closeOnClickOutside={false} withCloseButton={false}>
      <Stack gap="md">
        <Text size="sm">We sign requests with it. Keep it now: we do not show it again.</Text>
        <Reference value={secret} />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have kept it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
