import { Alert } from '@mantine/core';
import { WifiOff } from 'lucide-react';
import { useIsOnline } from '../api/use-is-online.js';

/** What is on the screen stays there, and what was written too; it is only not new. */
export function OfflineNotice() {
  if (useIsOnline()) return null;
  return (
    <Alert color="orange" icon={<WifiOff aria-hidden />} title="You are offline" mb="md" role="status">
      You are offline, and this page may be old. Keep it open: it is read again, and you can send, as soon as you are connected.
    </Alert>
  );
}
