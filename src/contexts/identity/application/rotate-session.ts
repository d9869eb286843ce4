import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { identityFailures } from '../domain/identity.failures.js';
import { type Credentials, drawSecret, ROTATION_GRACE_MS, sessionLifeMs, STAFF_SESSION_MS } from '../domain/session.js';
import { Accounts } from './ports/accounts.js';
import { IdentitySettings } from './ports/identity-settings.js';
import { Sessions } from './ports/sessions.js';

/** The public key stays, and staff sessions keep their maximum age. */
@Injectable()
export class RotateSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly accounts: Accounts,
    private readonly settings: IdentitySettings,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `identity.suspended`, `identity.session_ended` */
  async execute({ sessionId, userId, grants }: Caller): Promise<Pick<Credentials, 'sessionId' | 'secret' | 'expires'>> {
    // The cached session may outlive a suspension by some seconds.
    if ((await this.accounts.find(userId))?.status === 'suspended') throw new Failure(identityFailures.suspended);
    const now = this.clock.now();
    const secret = drawSecret();
    const isStaff = grants !== undefined;
    const expires = await this.sessions.rotate(sessionId, {
      secret,
      previousUntil: now + ROTATION_GRACE_MS,
      expires: now + sessionLifeMs(this.settings.sessionLifeMs, isStaff),
      ...(isStaff ? { maximumAgeMs: STAFF_SESSION_MS } : {}),
    });
    if (expires === undefined) throw new Failure(identityFailures.session_ended);
    return { sessionId, secret, expires };
  }
}
