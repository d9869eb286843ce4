import type { ReactNode } from 'react';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useName } from '../api/names.js';
import { Reference } from '../components/reference.js';
import { ScreenLink } from '../components/screen-link.js';
import { onOrOff, Status } from '../components/status.js';
import { Time } from '../components/time.js';
import { useMay } from '../session/profile.js';
import { addressOf, type FoundRecord, KIND_NAMES } from './records.js';

/** A found record in one line, or two on a phone. */
export function RecordRow({
  record,
  hasKind = false,
  action,
}: {
  readonly record: FoundRecord;
  readonly hasKind?: boolean;
  readonly action?: ReactNode;
}) {
  const address = addressOf(record);
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" align="start">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          {hasKind && (
            <Badge variant="default" tt="none">
              {KIND_NAMES[record.kind] ?? record.kind}
            </Badge>
          )}
          {address ? (
            <ScreenLink {...address} fw={600} className="wrap" lineClamp={3}>
              {record.title}
            </ScreenLink>
          ) : (
            <Text fw={600}>{record.title}</Text>
          )}
        </Group>
        <Text component="div" size="sm" c="dimmed" className="wrap">
          {record.kind !== 'user' && record.kind !== 'staff' && <Whose userId={record.userid} />}
          {record.detail}
        </Text>
        {record.kind === 'fault' && <Reference value={record.marker} label="Reference" />}
      </Stack>
      <Stack gap={2} align="end">
        <Status value={record.kind === 'endpoint' ? onOrOff(record.status) : record.status} />
        <Time at={record.recorded} isRelative size="xs" c="dimmed" />
        {action}
      </Stack>
    </Group>
  );
}

/** By name, as far as the reader may know it. */
function Whose({ userId }: { readonly userId: string }) {
  const { data: user } = useName('user', userId);
  const maySeeUsers = useMay('userControl.viewDetails');
  if (!user) return null;
  return (
    <>
      {maySeeUsers && user.status !== '' ? (
        <ScreenLink to="/users/$userId" params={{ userId }} size="sm" underline="always">
          {user.name}
        </ScreenLink>
      ) : (
        user.name
      )}
      {' · '}
    </>
  );
}
