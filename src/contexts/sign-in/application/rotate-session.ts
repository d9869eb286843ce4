import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { type Credentials, maximumAgeMs, ROTATION_GRACE_MS, sessionLifeMs } from '../domain/session.js';
import { Accounts } from './ports/accounts.js';
import { Sessions, SignInSettings } from './ports/sessions.js';

/** The public key stays, and so does the maximum age. */
@Injectable()
export class RotateSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly accounts: Accounts,
    private readonly settings: SignInSettings,
  ) {}

  /** @throws Failure `sign_in.suspended`, `sign_in.session_ended` */
  async execute({ sessionId, userId, grants }: Caller): Promise<Pick<Credentials, 'sessionId' | 'secret' | 'expires'>> {
    // The cached session may outlive a suspension or closing by some seconds.
    const account = await this.accounts.find(userId);
    if (account && account.status !== 'active') throw new Failure(signInFailures.suspended);
    const isStaff = grants !== undefined;
    const rotated = await this.sessions.rotate(sessionId, {
      lifeMs: sessionLifeMs(this.settings.sessionLifeMs, isStaff),
      maximumAgeMs: maximumAgeMs(isStaff),
      graceMs: ROTATION_GRACE_MS,
    });
    if (!rotated) throw new Failure(signInFailures.session_ended);
    return { sessionId, ...rotated };
  }
}
