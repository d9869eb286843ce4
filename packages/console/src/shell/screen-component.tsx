import { type FunctionComponent, lazy, Suspense, useEffect } from 'react';
import { Forbidden } from '../components/forbidden.js';
import { loadCode } from '../components/load-code.js';
import { Waiting } from '../components/waiting.js';
import type { Screen } from '../screens.js';
import { useMay } from '../session/profile.js';

/** The screen, or that it is not for this member of staff. Its code is loaded with its first view, while the profile is asked for. */
export function screenComponent({ title, needs, load }: Screen): FunctionComponent & { preload: () => Promise<void> } {
  const Content = lazy(loadCode(load));
  function ScreenFrame() {
    const may = useMay(needs);
    useEffect(() => {
      document.title = `${title} · Harmattan console`;
    }, []);
    if (!may) return <Forbidden needs={needs} />;
    return (
      <Suspense fallback={<Waiting />}>
        <Content />
      </Suspense>
    );
  }
  // The router waits for it, and nothing else has to. Where it fails, the view says so.
  ScreenFrame.preload = async () => void load().catch(() => undefined);
  return ScreenFrame;
}
