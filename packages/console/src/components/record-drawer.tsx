import type { ReactNode } from 'react';
import { Drawer, Stack } from '@mantine/core';
import { useReturnedFocus } from './use-returned-focus.js';

interface RecordDrawerProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** All of one record beside its list; it is open while it is rendered. */
export function RecordDrawer({ title, children, onClose }: RecordDrawerProps) {
  useReturnedFocus();
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">{children}</Stack>
    </Drawer>
  );
}
