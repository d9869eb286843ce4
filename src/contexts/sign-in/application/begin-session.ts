import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { PushRegistrations } from '../../notifications/index.js';
import type { Account } from '../domain/account.js';
import { type Credentials, drawPublicKey, drawSeed, secretOf, sessionLifeMs } from '../domain/session.js';
import { LoginRecords, type SessionOptions, Sessions, type SignInContext, SignInSettings } from './ports/sessions.js';
import { RecogniseDevice } from './recognise-device.js';
import { ReopenAccount } from './reopen-account.js';

/** For an authenticated user, in the caller's unit of work. */
@Injectable()
export class BeginSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly loginRecords: LoginRecords,
    private readonly pushRegistrations: PushRegistrations,
    private readonly recogniseDevice: RecogniseDevice,
    private readonly reopenAccount: ReopenAccount,
    private readonly settings: SignInSettings,
    private readonly clock: Clock,
  ) {}

  async execute(account: Account, { ip, device, push }: SignInContext, options: SessionOptions = {}): Promise<Credentials> {
    const { grants, isRegistration = false } = options;
    const { id: userId } = account;
    if (account.status === 'closing') await this.reopenAccount.execute(account);
    const [sessionId, publicKey, seed] = [newId(), drawPublicKey(), drawSeed()];
    const expires = this.clock.now() + sessionLifeMs(this.settings.sessionLifeMs, grants !== undefined);
    const newDevice = isRegistration ? undefined : await this.recogniseDevice.execute(account, { device, ip, sessionId });
    const loginId = await this.loginRecords.add({ userId, ip, device, outcome: 'success' });
    const session = { id: sessionId, userId, publicKey, seed, device, ip, loginId, expires, newDevice };
    await this.sessions.begin({ ...session, ...(grants ? { grants } : {}) });
    if (push) await this.pushRegistrations.register({ userId, sessionId, ...push });
    return { sessionId, userId, publicKey, secret: secretOf(seed, 0), expires };
  }
}
