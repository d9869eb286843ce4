import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';

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
      <CopyButton value={value} timeout={1500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon
              size="sm"
              variant="subtle"
              color={copied ? 'green' : 'gray'}
              aria-label={`Copy ${value}`}
              onClick={(event) => {
                event.stopPropagation();
                copy();
              }}
            >
              {copied ? <Check size={14} /> : <Copy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
