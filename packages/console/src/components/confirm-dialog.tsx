import { type FormEvent, type ReactNode, useEffect } from 'react';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ErrorLine } from './error-notice.js';
import type { Form } from './use-fields.js';
import { useReturnedFocus } from './use-returned-focus.js';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What happens, and what is asked for it. */
  readonly children: ReactNode;
  /** The button that does it: a verb. */
  readonly verb: string;
  readonly color?: string;
  readonly isReady?: boolean;
  /** Its fields show the errors that are about them. */
  readonly form?: Form | undefined;
  /** The call of `useAction` that it starts. */
  readonly action: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done, and shows why it failed. Enter does it, Escape leaves. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  verb,
  color,
  isReady = true,
  form,
  action,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  useReturnedFocus(isOpen);
  const isPhone = useMediaQuery('(max-width: 36em)');
  useEffect(() => form?.show(action.error), [action.error]);
  const leave = () => {
    action.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !action.isPending) onConfirm();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={leave}
      title={title}
      centered
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {children}
          <ErrorLine error={action.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" color={color} loading={action.isPending} disabled={!isReady}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
