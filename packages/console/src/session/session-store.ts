import type { Session, SessionStore, SigningKey } from '@harmattan/client';

const NAME = 'harmattan-console';
const STORE = 'session';
const CURRENT = 'current';
const HMAC = { name: 'HMAC', hash: 'SHA-512' };

/** The session as the browser keeps it: the key signs, and no script can read it. */
interface KeptSession extends Omit<Session, 'secret'> {
  readonly key: CryptoKey;
}

/** Who is signed in now; undefined where nobody is. */
type Change = { readonly userid: string } | undefined;

const changes = new BroadcastChannel(NAME);
let opened: Promise<IDBDatabase> | undefined;

/** One session for all tabs of the browser. Signing in and out tells the other tabs. */
export const sessionStore: SessionStore = {
  async load() {
    const kept = await run<KeptSession | undefined>('readonly', (store) => store.get(CURRENT));
    if (!kept) return undefined;
    const { key, ...session } = kept;
    return { ...session, secret: signingKey(key) };
  },
  async save({ secret, ...session }) {
    if (typeof secret !== 'string') throw new TypeError('A session is saved with the secret that the service answered');
    const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), HMAC, false, ['sign']);
    await run('readwrite', (store) => store.put({ ...session, key } satisfies KeptSession, CURRENT));
    tell({ userid: session.userid });
  },
  async clear() {
    await run('readwrite', (store) => store.delete(CURRENT));
    tell(undefined);
  },
};

/** Calls back when another tab has signed in or out, or renewed the session. */
export function onChangeElsewhere(listener: (userid: string | undefined) => void): void {
  changes.addEventListener('message', ({ data }: MessageEvent<Change>) => listener(data?.userid));
}

function tell(change: Change): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, and is of this origin alone
  changes.postMessage(change);
}

function signingKey(key: CryptoKey): SigningKey {
  return { hmacSha512: async (data) => new Uint8Array(await crypto.subtle.sign('HMAC', key, data)) };
}

/** Resolves when it is stored, not only accepted: a page that is left before has stored nothing. */
async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await (opened ??= open());
  const transaction = database.transaction(STORE, mode);
  const request = work(transaction.objectStore(STORE));
  await ended(transaction, 'complete');
  return request.result as T;
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  await ended(request, 'success');
  return request.result;
}

function ended(work: IDBRequest | IDBTransaction, success: 'success' | 'complete'): Promise<void> {
  return new Promise((done, fail) => {
    const failed = () => fail(work.error ?? new Error('The browser keeps no session'));
    work.addEventListener(success, () => done());
    for (const event of ['error', 'abort']) work.addEventListener(event, failed);
  });
}
