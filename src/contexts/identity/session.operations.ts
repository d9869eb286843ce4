import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { NoInput } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment } from '../../platform/http/presenting.js';
import { Sessions } from './application/ports/sessions.js';
import { identityFailures } from './domain/identity.failures.js';
import { SessionEndInput } from './identity.inputs.js';
import { presentSessions } from './identity.presenters.js';

const ALL_OTHERS = 'all';

@Injectable()
export class SessionOperations {
  constructor(private readonly sessions: Sessions) {}

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
    failures: [on(identityFailures.session_not_found, { code: 404, id: 'session_not_found' })],
    present: comment('The device was signed out'),
    summary: 'Signs a device out by the marker of its session, or all other devices with `all`; its push messages end too.',
  })
  async end({ reqv }: SessionEndInput, { userId, sessionId }: Caller) {
    if (reqv === ALL_OTHERS) return this.sessions.endAll(userId, { except: sessionId });
    if (!(await this.sessions.end(reqv, userId))) throw new Failure(identityFailures.session_not_found);
  }
}
