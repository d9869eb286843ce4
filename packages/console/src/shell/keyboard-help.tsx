import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';

const KEYS = [
  ['/', 'Search, from anywhere'],
  ['?', 'This list'],
  ['Tab', 'The next link, field or button'],
  ['Enter', 'Do what a dialog asks'],
  ['↑ ↓', 'Through what a search has found'],
  ['Esc', 'Leave a dialog, or the search'],
] as const;

export function KeyboardHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard" centered size="sm" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="xs">
        {KEYS.map(([key, what]) => (
          <Group key={key} gap="md">
            <Kbd miw={48} ta="center">
              {key}
            </Kbd>
            <Text size="sm">{what}</Text>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
