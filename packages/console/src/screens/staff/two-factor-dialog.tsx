import type { Data } from '@harmattan/client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Reference } from '../../components/reference.js';

export type TwoFactor = Data<'control_staff_twofa_reset'>;

interface TwoFactorDialogProps {
  readonly factor: TwoFactor;
  readonly onClose: () => void;
}

/** The key that the member types into their app. */
export function TwoFactorDialog({ factor, onClose }: TwoFactorDialogProps) {
  return (
    <Modal opened onClose={onClose} title="New second factor" centered closeOnClickOutside={false} withCloseButton={false}>
      <Stack gap="md">
        <Text size="sm" className="wrap">
          {`Give this key to ${factor.twofaAccount}, face to face or by phone. They type it into their authenticator app.`}
        </Text>
        <Reference value={factor.twofaSecret} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
