import { type FunctionComponent, lazy, Suspense, useLayoutEffect } from 'react';
import { Forbidden } from '../components/forbidden.js';
import { loadCode } from '../components/load-code.js';
import { RecordScreen, titleOfPage } from '../components/page-title.js';
import { Waiting } from '../components/waiting.js';
import type { Screen } from '../screen.js';
import { useMay } from '../session/profile.js';

/**
 * The screen, or that it is not for this member of staff. Its code is loaded with its first view, while the profile is asked for.
 * @param isOfRecord whether the title of the page names the record
 */
export function screenComponent(
  { title, needs, load }: Screen,
  isOfRecord: boolean,
): FunctionComponent & { preload: () => Promise<void> } {
  const Content = lazy(loadCode(load));
  function ScreenFrame() {
    const may = useMay(needs);
    // Before the effects of the content, which says more.
    useLayoutEffect(() => {
      document.title = titleOfPage(title);
    }, []);
    if (!may) return <Forbidden needs={needs} />;
    return (
      <RecordScreen value={isOfRecord ? title : undefined}>
        <Suspense fallback={<Waiting />}>
          <Content />
        </Suspense>
      </RecordScreen>
    );
  }
  // The router waits for it, and nothing else has to. Where it fails, the view says so.
  ScreenFrame.preload = async () => void load().catch(() => undefined);
  return ScreenFrame;
}
