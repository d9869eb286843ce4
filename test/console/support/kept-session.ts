import type { Page } from 'playwright-core';

/** In the page: does something in the store of the console's session. */
const inStore = (mode: 'readonly' | 'readwrite', work: string) => `
  new Promise((done, fail) => {
    const opening = indexedDB.open('harmattan-console', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('session');
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('session', '${mode}');
      const store = transaction.objectStore('session');
      const request = ${work};
      transaction.oncomplete = () => (opening.result.close(), done(request.result));
      transaction.onabort = () => fail(transaction.error);
    };
  })`;

/** Keeps it as the console does. @param session as JSON, with its secret */
export async function keepSession(page: Page, session: string): Promise<void> {
  const { secret, ...rest } = JSON.parse(session) as { readonly secret: string };
  await page.evaluate(`(async () => {
    const bytes = new TextEncoder().encode(${JSON.stringify(secret)});
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-512' }, false, ['sign']);
    await ${inStore('readwrite', `store.put({ ...${JSON.stringify(rest)}, key }, 'current')`)};
  })()`);
}

/** Spoils the secret, so that the service refuses what is signed with it. */
export async function spoilSession(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const session = await ${inStore('readonly', `store.get('current')`)};
    const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-512' }, false, ['sign']);
    await ${inStore('readwrite', `store.put({ ...session, key }, 'current')`)};
  })()`);
}

/** All that a script of the page can read: texts of the storages, and what the key says when it is asked for its bytes. */
export function readableBy(
  page: Page,
): Promise<{ readonly texts: string; readonly exported: string; readonly signedIn: boolean }> {
  return page.evaluate(`(async () => {
    const session = await ${inStore('readonly', `store.get('current')`)};
    const exported = session && await crypto.subtle.exportKey('raw', session.key).then(() => 'its bytes', (error) => error.name);
    const { key, ...readable } = session ?? {};
    const texts = JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, readable]);
    return { texts, exported: String(exported), signedIn: session !== undefined };
  })()`);
}
