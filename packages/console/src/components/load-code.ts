const RELOADED = 'harmattan-console-reloaded';
/** Within it, code that is missing again is not that of an older version. */
const AGAIN_MS = 30_000;

/**
 * Loads code when it is first needed. After an update of the service the page that is open has names of files that are gone: it is then
 * loaded anew, where the user is.
 */
export function loadCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  return () =>
    load().catch((error: unknown) => {
      if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < AGAIN_MS) throw error;
      sessionStorage.setItem(RELOADED, String(Date.now()));
      location.reload();
      return new Promise<never>(() => undefined);
    });
}
