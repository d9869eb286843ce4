import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { PushDevices, Notices } from '../notifications/index.js';
import { type Account, Accounts } from './accounts.js';
import {
  type Credentials,
  drawPublicKey,
  drawSeed,
  secretOf,
  sessionLifeMs,
  LoginRecords,
  type SessionOptions,
  Sessions,
  type SignInContext,
  SignInSettings,
  isRecentSignIn,
  maximumAgeMs,
  ROTATION_GRACE_MS,
  type Device,
} from './sessions.js';
import { ReopenAccount } from './account-opening.js';
import type { Caller, NewDevice } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { signInFailures } from './failures.js';
import { Passwords } from './passwords.js';
import { Mailer } from '../../kernel/mail.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { SESSION_REUSED, NEW_DEVICE } from './mails.js';
import { Budgets } from '../../kernel/budgets.js';

/** Our own words, because the client's name of its device may be the text of a phisher. */
const KINDS: Readonly<Record<string, string>> = { android: 'An Android device', ios: 'An iPhone or iPad', web: 'A browser' };

interface SignedInDevice {
  readonly device: Device;
  readonly ip: string;
  readonly sessionId: string;
}

/** Tells the owner of a device that signs in for the first time. */
@Injectable()
export class RecogniseDevice {
  constructor(
    private readonly loginRecords: LoginRecords,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
  ) {}

  /** In the caller's unit of work, before the login is recorded. @returns the limit of a new device for a day from its first sign-in */
  async execute(account: Account, signedIn: SignedInDevice): Promise<NewDevice | undefined> {
    const now = this.clock.now();
    const { serial } = signedIn.device;
    const seenAt = await this.loginRecords.deviceSeenAt(account, serial);
    if (seenAt === undefined) await this.tell(account, signedIn);
    else if (seenAt <= now - DAY_MS) return undefined;
    const devices = await this.loginRecords.newDevices(account, now - DAY_MS);
    const opener = account.devicesTrustedFrom === 0 && account.createdAt > now - DAY_MS ? devices[0]?.serial : undefined;
    if (serial === opener) return undefined;
    // Payments of several new devices count together.
    const first = devices.find((device) => device.serial !== opener);
    return { from: first?.seenAt ?? now, until: (seenAt ?? now) + DAY_MS };
  }

  private async tell(account: Account, { device, ip, sessionId }: SignedInDevice): Promise<void> {
    const kind = KINDS[device.type.toLowerCase()] ?? 'A device';
    await this.notices.add({
      userId: account.id,
      subject: 'New device',
      message: `${kind} signed in to your account from ${ip}. If that was not you, please reset your password.`,
    });
    if (!account.emailVerified || !(await this.budgets.trySpend('new_device_mails', account.id))) return;
    await this.mailer.send({ to: account.email, template: NEW_DEVICE, data: { kind, ip }, key: `new-device:${sessionId}` });
  }
}

const ALL_OTHERS = 'all';

/** Begins, rotates and ends the sessions of a user. */
@Injectable()
export class UserSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly loginRecords: LoginRecords,
    private readonly pushRegistrations: PushDevices,
    private readonly recogniseDevice: RecogniseDevice,
    private readonly reopenAccount: ReopenAccount,
    private readonly settings: SignInSettings,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
  ) {}

  /** For an authenticated user, in the caller's unit of work. */
  async begin(account: Account, { ip, device, push }: SignInContext, options: SessionOptions = {}): Promise<Credentials> {
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

  /**
   * The public key stays, and so does the maximum age.
   * @throws Failure `sign_in.suspended`, `sign_in.session_ended`
   */
  async rotate({ sessionId, userId, grants }: Caller): Promise<Pick<Credentials, 'sessionId' | 'secret' | 'expires'>> {
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

  /**
   * Signs devices out. A session alone ends no other one, or the thief of a device would shut its owner out.
   * @throws Failure `sign_in.session_not_found`, `recent_sign_in_required`, and of `Passwords.prove`
   */
  async end(which: string, password: string | undefined, caller: Caller): Promise<void> {
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
    await this.passwords.prove(caller, password);
  }
}

/** A replaced secret in use means that two devices have the session's secrets, and one of them stole them. */
@Injectable()
export class EndReusedSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly accounts: Accounts,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  execute(sessionId: string, userId: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const account = await this.accounts.lock(userId);
      if (!(await this.sessions.end(sessionId, userId)) || !account) return;
      await this.notices.add({
        userId,
        subject: 'Signed out for your safety',
        message:
          'Old credentials of one of your devices were used again, so we signed that device out. If you do not know why, please change your password.',
      });
      const key = `session-reused:${sessionId}`;
      await this.mailer.send({ to: account.email, template: SESSION_REUSED, data: { firstName: account.firstName }, key });
    });
  }
}
