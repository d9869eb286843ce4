import type { Credentials } from './signing.js';

/** A signed-in user or member of staff. */
export interface Session extends Credentials {
  readonly userid: string;
  /** Unix seconds, by the service's clock. */
  readonly expires: number;
  /** When the secret is to be replaced, in unix seconds. */
  readonly rotateAt: number;
}

/** Keeps the session. It is read before every call, so that several clients may share one. */
export interface SessionStore {
  load(): Session | undefined | Promise<Session | undefined>;
  save(session: Session): void | Promise<void>;
  clear(): void | Promise<void>;
}

/** The interface of localStorage, of React Native's AsyncStorage, and easily of a keychain. */
export interface KeyValueStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/** DATA of an operation that signs in. */
export interface SignedIn {
  readonly pbcKey: string;
  readonly secret: string;
  readonly userid: string;
  readonly expires: string;
}

const SHORTEST_SECONDS = 600;

/** Ends with the process or the page. */
export function sessionInMemory(): SessionStore {
  let session: Session | undefined;
  return {
    load: () => session,
    save: (given) => void (session = given),
    clear: () => void (session = undefined),
  };
}

/** For secrets that are texts. Whoever reads the storage can sign: in a browser that is every script of the page's origin. */
export function sessionIn(storage: KeyValueStorage, key = 'harmattan-session'): SessionStore {
  return {
    async load() {
      const text = await storage.getItem(key);
      return text === null ? undefined : (JSON.parse(text) as Session);
    },
    save: async (session) => void (await storage.setItem(key, JSON.stringify(session))),
    clear: async () => void (await storage.removeItem(key)),
  };
}

export function sessionOf({ pbcKey, secret, userid, expires }: SignedIn, nowSeconds: number): Session {
  return { pbcKey, secret, userid, ...lifeUntil(Number(expires), nowSeconds) };
}

export function rotated(
  session: Session,
  { secret, expires }: Pick<SignedIn, 'secret' | 'expires'>,
  nowSeconds: number,
): Session {
  return { ...session, secret, ...lifeUntil(Number(expires), nowSeconds) };
}

/** The secret is replaced in the middle of its life. */
function lifeUntil(expires: number, nowSeconds: number): Pick<Session, 'expires' | 'rotateAt'> {
  return { expires, rotateAt: nowSeconds + Math.max(SHORTEST_SECONDS, Math.floor((expires - nowSeconds) / 2)) };
}
