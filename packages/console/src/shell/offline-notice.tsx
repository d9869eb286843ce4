import { Alert } from '@mantine/core';
import { WifiOff } from 'lucide-react';
import { useIsOnline } from '../api/use-is-online.js';

/** What is on the screen stays there, and what was written too; it is only not new. */
export function OfflineNotice() {
  if (useIsOnline()) return null;
  return (
    <Alert color="orange" icon={<WifiOff aria-hidden />} title="You are offline" mb="md" role="status">
      What you see may be old. It is read again, and can be sent, as soon as there is a connection. Keep the page open.
    </Alert>
  );
}
