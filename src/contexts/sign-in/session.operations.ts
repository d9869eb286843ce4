import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { NoInput } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment } from '../../platform/http/presenting.js';
import { UserSessions } from './user-sessions.js';
import { Sessions } from './sessions.js';
import { signInFailures } from './failures.js';
import { SessionEndInput } from './sign-in.inputs.js';
import { presentSessions } from './sign-in.presenters.js';

@Injectable()
export class SessionOperations {
  constructor(
    private readonly sessions: Sessions,
    private readonly userSessions: UserSessions,
  ) {}

  @Operation('user_session_fetch', {
    method: 'GET',
    access: 'signed',
    present: presentSessions,
    summary: 'The devices that are signed in to the account, newest first, at most 20.',
  })
  async list(_: NoInput, { userId, sessionId }: Caller) {
    const sessions = await this.sessions.list(userId);
    return sessions.map((session) => ({ session, isCurrent: session.id === sessionId }));
  }

  @Operation('user_session_end', {
    method: 'POST',
    access: 'signed',
    failures: [
      on(signInFailures.recent_sign_in_required, { code: 400, id: 'pswd_required' }),
      on(signInFailures.wrong_password, { code: 400, id: 'pswd_invalid' }),
      on(signInFailures.login_delayed),
      on(signInFailures.busy),
      on(signInFailures.session_not_found, { code: 404, id: 'session_not_found' }),
    ],
    present: comment('The device was signed out'),
    summary:
      'Signs a device out by the marker of its session, or all other devices with `all`; its push messages end too. Ten minutes after the sign-in, other devices need the password.',
  })
  async end({ reqv, pswd }: SessionEndInput, caller: Caller) {
    await this.userSessions.end(reqv, pswd, caller);
  }
}
