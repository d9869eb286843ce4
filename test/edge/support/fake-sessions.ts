import { randomBytes } from 'node:crypto';
import { type Session, SessionDirectory } from '../../../src/platform/http/session-directory.js';
import type { Credentials } from '../../support/client.js';

/** Sessions in memory. */
export class FakeSessions extends SessionDirectory {
  readonly seenBy: string[] = [];
  private readonly byKey = new Map<string, Session>();

  open(over: Partial<Session> = {}): Credentials & { readonly session: Session } {
    const pbcKey = randomBytes(24).toString('base64url');
    const secret = randomBytes(32).toString('base64url');
    const id = `session-${this.byKey.size + 1}`;
    const session: Session = {
      id,
      userId: `user-${this.byKey.size + 1}`,
      secrets: [{ secret, validUntilMs: Number.MAX_SAFE_INTEGER }],
      isTest: false,
      grants: undefined,
      ...over,
    };
    this.byKey.set(pbcKey, session);
    return { pbcKey, secret, session };
  }

  end({ pbcKey }: Credentials): void {
    this.byKey.delete(pbcKey);
  }

  find(publicKey: string): Session | undefined {
    return this.byKey.get(publicKey);
  }

  knowsDevice(): Promise<boolean> {
    return Promise.resolve(false);
  }

  refused(): Promise<void> {
    return Promise.resolve();
  }

  seen(session: Session): void {
    this.seenBy.push(session.userId);
  }
}
