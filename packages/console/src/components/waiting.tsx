import { Center, Loader, Stack, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { WifiOff } from 'lucide-react';
import { useIsOnline } from '../api/use-is-online.js';
import { Notice } from './notice.js';

const LONG_MS = 8_000;

/** That something is read; in words where it takes long, and where there is no connection. */
export function Waiting() {
  const isOnline = useIsOnline();
  const [isLong, setIsLong] = useState(false);
  useTimeout(() => setIsLong(true), LONG_MS, { autoInvoke: true });
  if (!isOnline)
    return (
      <Notice icon={WifiOff} title="You are offline" color="orange" role="status">
        The console reads it as soon as you are connected again.
      </Notice>
    );
  return (
    <Center mih={240} role="status" aria-label="Loading">
      <Stack align="center" gap="sm">
        <Loader type="dots" />
        {isLong && (
          <Text size="sm" c="dimmed">
            This takes longer than usual. The console tries again by itself.
          </Text>
        )}
      </Stack>
    </Center>
  );
}
