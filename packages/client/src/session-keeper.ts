import type { Data } from './operations.js';
import { rotated, type Session, type SessionStore } from './sessions.js';

/** Sends `user_authentication`, signed with this session. */
export type Rotate = (session: Session) => Promise<Data<'user_authentication'>>;

interface LockManager {
  request<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** The session to sign with. Its secret is replaced in time, by one call at a time, also over the tabs of a browser. */
export class SessionKeeper {
  private rotation: Promise<Session | undefined> | undefined;

  constructor(
    private readonly store: SessionStore,
    private readonly nowSeconds: () => number,
    private readonly rotate: Rotate,
  ) {}

  async current(): Promise<Session | undefined> {
    const session = await this.store.load();
    if (!session || !this.isDue(session)) return session;
    return this.replaceSecret();
  }

  /** Forgets a session that the service refused. @returns whether there is another one by now, as after a rotation elsewhere */
  async refused(session: Session): Promise<boolean> {
    const now = await this.store.load();
    if (now && !isSame(now, session)) return true;
    await this.store.clear();
    return false;
  }

  replaceSecret(): Promise<Session | undefined> {
    this.rotation ??= this.replace().finally(() => (this.rotation = undefined));
    return this.rotation;
  }

  private replace(): Promise<Session | undefined> {
    const { navigator } = globalThis as { navigator?: { locks?: LockManager } };
    const work = async () => {
      const session = await this.store.load();
      if (!session || !this.isDue(session)) return session;
      const next = rotated(session, await this.rotate(session), this.nowSeconds());
      await this.store.save(next);
      return next;
    };
    return navigator?.locks ? navigator.locks.request('harmattan-session', work) : work();
  }

  /** An expired one is left to the service to refuse. */
  private isDue({ rotateAt, expires }: Session): boolean {
    const now = this.nowSeconds();
    return now >= rotateAt && now < expires;
  }
}

/** Keys cannot be compared, but each secret has a time of its own. */
function isSame(one: Session, other: Session): boolean {
  const haveOneSecret = typeof one.secret !== 'string' || one.secret === other.secret;
  return one.pbcKey === other.pbcKey && one.rotateAt === other.rotateAt && haveOneSecret;
}
