import { Group, Text } from '@mantine/core';
import { useName } from '../../api/names.js';
import { Time } from '../../components/time.js';

interface OwnerAndDueProps {
  readonly owner: string;
  readonly due: string;
}

/** Who has a case and until when, in short. */
export function OwnerAndDue({ owner, due }: OwnerAndDueProps) {
  const { data: name } = useName('staff', owner);
  if (owner === '' && due === '') return null;
  return (
    <Group gap={4} justify="flex-end">
      {owner !== '' && (
        <Text size="xs" c="dimmed">
          {name?.name ?? 'A colleague'}
        </Text>
      )}
      {due !== '' && (
        <Text size="xs" c="dimmed">
          due <Time at={due} size="xs" isRelative />
        </Text>
      )}
    </Group>
  );
}
