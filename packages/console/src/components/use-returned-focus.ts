import { useEffect, useState } from 'react';

/** For a dialog rendered only while it is open: what had the focus before gets it back when the dialog goes. */
export function useReturnedFocus(isOpen = true): void {
  const [opener] = useState(() => (isOpen ? document.activeElement : null));
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
