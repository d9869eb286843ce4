import { Group, Text } from '@mantine/core';
import { CopyId } from './copy-id.js';

interface ReferenceProps {
  readonly value: string;
  readonly label?: string;
  /** In one line, also where that makes the column of a table wider. */
  readonly isWhole?: boolean;
}

/** An identifier, to be copied with one click. */
export function Reference({ value, label, isWhole = false }: ReferenceProps) {
  if (value === '') return null;
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      <Text span size="sm" ff="monospace" className={isWhole ? 'number' : 'wrap'}>
        {label && `${label} `}
        {value}
      </Text>
      <CopyId id={value} />
    </Group>
  );
}
