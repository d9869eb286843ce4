import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Clock, MINUTE_MS } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import { Mailer } from '../../kernel/mail.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Notices } from '../notifications/index.js';
import { isCoolingOff, AccountRecovery, NO_WAIT, type Reclaimed, coolingOffFailure, mayEndCoolingOff } from './cooling-off.js';
import { signInFailures } from './failures.js';
import { assertGoodPin, assertOpen, hasClosed, type PinAttempts, type PinState, withPinAttempt } from './transaction-pin.js';
import { MailedCodes } from './codes.js';
import { PIN_UPDATED } from './mails.js';
import { Passwords } from './passwords.js';
import { type Payer, Users, isLeaving, type User, Accounts } from './accounts.js';
import { PasswordHasher, type PaymentProof, TransactionPins, type TransactionPin, PaymentAuthorisation } from './credentials.js';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SignInSettings } from './sessions.js';

const KEPT_MS = 5 * MINUTE_MS;
const LARGEST = 50_000;

interface Kept {
  readonly digest: Buffer;
  readonly until: number;
}

/** Remembers which session proved which PIN lately, as digests under a key of this process, so that most payments need no hash. */
@Injectable()
export class ProvedPins {
  private readonly key = randomBytes(32);
  /** Proofs by session id, oldest first. */
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly clock: Clock) {}

  holds(sessionId: string, pinId: string, pin: string): boolean {
    const kept = this.kept.get(sessionId);
    if (!kept || kept.until <= this.clock.now()) return false;
    return timingSafeEqual(kept.digest, this.digest(sessionId, pinId, pin));
  }

  keep(sessionId: string, pinId: string, pin: string): void {
    this.kept.delete(sessionId);
    this.kept.set(sessionId, { digest: this.digest(sessionId, pinId, pin), until: this.clock.now() + KEPT_MS });
    const [oldest] = this.kept.keys();
    if (this.kept.size > LARGEST && oldest !== undefined) this.kept.delete(oldest);
  }

  private digest(sessionId: string, pinId: string, pin: string): Buffer {
    return createHmac('sha256', this.key).update(`${sessionId} ${pinId} ${pin}`).digest();
  }
}

/** Verifies the PIN of a payment by the memory of this process, else by its hash, which counts as an attempt. */
@Injectable()
export class VerifyPin {
  /** The undecided attempt of each user in this process. */
  private readonly last = new Map<string, Promise<void>>();

  constructor(
    private readonly pins: TransactionPins,
    private readonly provedPins: ProvedPins,
    private readonly hasher: PasswordHasher,
    private readonly notices: Notices,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `sign_in.pin_required`, `wrong_pin`, `pin_locked`, `pin_blocked`, `busy` */
  execute(userId: string, state: PinState, { sessionId, ip, pin }: PaymentProof): void | Promise<void> {
    assertOpen(state, this.clock.now());
    if (pin === undefined) throw new Failure(signInFailures.pin_required);
    if (this.provedPins.holds(sessionId, state.id, pin)) return undefined;
    return this.inTurn(userId, () => this.prove(userId, pin, { sessionId, ip }));
  }

  /** One attempt of a user at a time, so that parallel payments with the right PIN are not taken for guesses. */
  private async inTurn(userId: string, attempt: () => Promise<void>): Promise<void> {
    const turn = (this.last.get(userId) ?? Promise.resolve()).then(attempt);
    const ended = turn.catch(() => undefined);
    this.last.set(userId, ended);
    try {
      await turn;
    } finally {
      if (this.last.get(userId) === ended) this.last.delete(userId);
    }
  }

  private async prove(userId: string, pin: string, { sessionId, ip }: Omit<PaymentProof, 'pin'>): Promise<void> {
    const counted = await this.count(userId, (id) => this.provedPins.holds(sessionId, id, pin));
    if (!counted) return;
    const { before, after } = counted;
    let isRight: boolean;
    try {
      isRight = await this.hasher.verify(before.hash, pin, { ip, who: userId, kind: 'payment' });
    } catch (error) {
      // The check failed by itself. The attempt stays counted if others were counted since.
      await this.pins.replaceAttempts({ ...before, ...after }, before).catch(() => false);
      throw error;
    }
    if (isRight) {
      await this.pins.clearAttempts(before);
      this.provedPins.keep(sessionId, before.id, pin);
      return;
    }
    if (hasClosed(after)) await this.tell(userId);
    throw new Failure(signInFailures.wrong_pin);
  }

  /** Repeated where another process counted an attempt in between. Undefined where nothing is left to prove. */
  private async count(
    userId: string,
    isKnown: (pinId: string) => boolean,
  ): Promise<{ before: TransactionPin; after: PinAttempts } | undefined> {
    for (;;) {
      const before = await this.pins.find(userId);
      if (!before) return undefined;
      const after = withPinAttempt(before, this.clock.now());
      if (isKnown(before.id)) return undefined;
      if (await this.pins.replaceAttempts(before, after)) return { before, after };
    }
  }

  private async tell(userId: string): Promise<void> {
    await this.notices.add({
      userId,
      subject: 'Wrong transaction PIN',
      message:
        'A wrong transaction PIN was entered several times, so payments from your account are locked. If that was not you, change your password now. That signs all other devices out.',
    });
  }
}

type CoolingPayer = Pick<Payer, 'id' | 'coolingOffUntil'> & { readonly pin: PinState | undefined };

/** The former transaction PIN proves the owner: the waiting ends, and the PIN is valid again. */
@Injectable()
export class EndCoolingOff {
  constructor(
    private readonly verifyPin: VerifyPin,
    private readonly accounts: Accounts,
    private readonly pins: TransactionPins,
    private readonly notices: Notices,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Outside of a unit of work. @throws Failure `sign_in.cooling_off`, `wrong_pin`, `pin_locked`, `busy` */
  async execute({ id: userId, coolingOffUntil, pin }: CoolingPayer, proof: PaymentProof): Promise<void> {
    if (!mayEndCoolingOff(pin) || proof.pin === undefined || proof.pin === '') throw coolingOffFailure(coolingOffUntil, pin);
    await this.verifyPin.execute(userId, pin, proof);
    await this.unitOfWork.run(async () => {
      const present = await this.accounts.lock(userId);
      // A payment at the same time may have ended it, and somebody else may have begun it anew.
      if (present?.coolingOffUntil === 0) return;
      if (present?.coolingOffUntil !== coolingOffUntil) throw coolingOffFailure(present?.coolingOffUntil ?? coolingOffUntil, pin);
      await this.accounts.setCoolingOff(userId, 0);
      await this.pins.reinstate(userId);
      await this.notices.add({
        userId,
        subject: 'Payments are possible again',
        message: 'The transaction PIN of before was entered: payments are possible again, and need this PIN.',
      });
    });
  }
}

export interface PinUpdate {
  readonly password: string;
  /** Empty: none from now on. */
  readonly pin: string;
  readonly presentPin: string | undefined;
  /** Code from the mailbox of the account. */
  readonly code: string | undefined;
}

/** Sets or takes away the transaction PIN, and opens payments that wrong PINs have locked. */
@Injectable()
export class UpdatePin {
  constructor(
    private readonly passwords: Passwords,
    private readonly users: Users,
    private readonly verifyPin: VerifyPin,
    private readonly mailedCodes: MailedCodes,
    private readonly hasher: PasswordHasher,
    private readonly pins: TransactionPins,
    private readonly recovery: AccountRecovery,
    private readonly endCoolingOff: EndCoolingOff,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * A PIN that is not proved ends, and no other one takes its place. While an account waits for that, only the former PIN is
   * accepted, which ends the wait. @throws Failure `sign_in.weak_pin`, `wrong_password`, `login_delayed`, `busy`, `cooling_off`,
   * `wrong_pin`, `pin_locked`, `pin_blocked`, `pin_untrusted`, `incorrect_code`, `abuse.delayed`
   */
  async execute(caller: Caller, { password, pin, presentPin, code }: PinUpdate): Promise<Reclaimed> {
    if (pin !== '') assertGoodPin(pin);
    const { userId, sessionId, ip } = caller;
    const account = await this.passwords.prove(caller, password);
    const present = (await this.users.find(userId))?.pin;
    if (isCoolingOff(account, this.clock.now()) && typeof present === 'object' && present.isEnded) {
      await this.endCoolingOff.execute({ ...account, pin: present }, { sessionId, ip, pin });
      return NO_WAIT;
    }
    const { email, firstName } = account;
    const verified = code === undefined ? undefined : await this.mailedCodes.check({ email, code, ip, purpose: 'pin' });
    const isProved = verified !== undefined || (await this.proves(userId, present, { sessionId, ip, pin: presentPin }));
    const hash = pin === '' ? undefined : await this.hasher.hash(pin, { ip, who: userId, kind: 'known' });
    return this.unitOfWork.run(async () => {
      const locked = await this.passwords.lock(account);
      if (verified) {
        // Its address may have changed meanwhile.
        if (locked.email !== email) throw new Failure(signInFailures.incorrect_code);
        await this.mailedCodes.use(verified);
      }
      const reclaimed = isProved ? NO_WAIT : await this.recovery.coolOff(locked);
      const isWaiting = reclaimed.coolingOffUntil > 0;
      if (!isWaiting) await (hash === undefined ? this.pins.remove(userId) : this.pins.set(userId, hash));
      const change = isWaiting ? 'ended' : hash === undefined ? 'removed' : 'set';
      const { description: payments } = reclaimed;
      await this.notices.add({
        userId,
        subject: 'Transaction PIN',
        message: `The transaction PIN of your account was ${change}. ${payments}`.trim(),
      });
      const data = { firstName, change, payments };
      await this.mailer.send({ to: email, template: PIN_UPDATED, data, key: `pin:${newId()}` });
      return reclaimed;
    });
  }

  /** Whether the PIN that there is may be changed. */
  private async proves(userId: string, present: Payer['pin'], proof: PaymentProof): Promise<boolean> {
    if (present === undefined || (present !== 'untrusted' && present.isEnded)) return true;
    if (proof.pin === undefined) return false;
    if (present === 'untrusted') throw new Failure(signInFailures.pin_untrusted);
    await this.verifyPin.execute(userId, present, proof);
    return true;
  }
}

@Injectable()
export class AuthorisePayment extends PaymentAuthorisation {
  constructor(
    private readonly settings: SignInSettings,
    private readonly verifyPin: VerifyPin,
    private readonly endCoolingOff: EndCoolingOff,
    private readonly clock: Clock,
  ) {
    super();
  }

  authorise(payer: Payer, proof: PaymentProof): void | Promise<void> {
    if (!this.isVerifiedEnough(payer)) throw new Failure(signInFailures.email_unverified);
    if (payer.pin === 'untrusted') throw new Failure(signInFailures.pin_untrusted);
    if (isCoolingOff(payer, this.clock.now())) return this.endCoolingOff.execute({ ...payer, pin: payer.pin }, proof);
    return payer.pin === undefined || payer.pin.isEnded ? undefined : this.verifyPin.execute(payer.id, payer.pin, proof);
  }

  mayEarnBonus(user: User): boolean {
    return !user.isTest && !isLeaving(user) && this.isVerifiedEnough(user);
  }

  private isVerifiedEnough({ emailVerified }: User): boolean {
    return emailVerified || !this.settings.requiresVerifiedEmail;
  }
}
