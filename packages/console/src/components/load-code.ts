const RELOADED = 'harmattan-console-reloaded';
/** Within it, code that is missing again is not that of an older version. */
const AGAIN_MS = 30_000;

/**
 * Loads code when it is first needed. After an update of the service the page that is open has names of files that are gone: it is then
 * loaded anew, where the user is. Without a connection it waits for one, because a page that is loaded anew would be the browser's own.
 */
export function loadCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  return () =>
    load().catch(async (error: unknown) => {
      if (!(await isServiceThere())) {
        await comesBack();
        return load().catch(reload);
      }
      return reload(error);
    });
}

async function reload(error: unknown): Promise<never> {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < AGAIN_MS) throw error;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
  return new Promise<never>(() => undefined);
}

const LOOK_EVERY_MS = 2_000;

async function comesBack(): Promise<void> {
  do await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  while (!(await isServiceThere()));
}

/** Whether the service answers anything at all. */
async function isServiceThere(): Promise<boolean> {
  try {
    await fetch('/console/logo.svg', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}
