import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { isRecentSignIn } from '../domain/session.js';
import { Sessions } from './ports/sessions.js';
import { ProvePassword } from './prove-password.js';

const ALL_OTHERS = 'all';

/** Signs devices out. A session alone ends no other one, or whoever stole a device would shut its owner out. */
@Injectable()
export class EndSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly provePassword: ProvePassword,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `sign_in.session_not_found`, `recent_sign_in_required`, and of ProvePassword */
  async execute(which: string, password: string | undefined, caller: Caller): Promise<void> {
    const { userId, sessionId } = caller;
    if (which !== sessionId) await this.requireProof(caller, password);
    if (which === ALL_OTHERS) return this.sessions.endAll(userId, { except: sessionId });
    if (!(await this.sessions.end(which, userId))) throw new Failure(signInFailures.session_not_found);
  }

  private async requireProof(caller: Caller, password: string | undefined): Promise<void> {
    const { userId, sessionId } = caller;
    const own = (await this.sessions.list(userId)).find(({ id }) => id === sessionId);
    if (own && isRecentSignIn(own.createdAt, this.clock.now())) return;
    if (password === undefined) throw new Failure(signInFailures.recent_sign_in_required);
    await this.provePassword.execute(caller, password);
  }
}
