import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { Notices } from '../../notifications/index.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { assertOpen, hasClosed, type PinAttempts, type PinState, withPinAttempt } from '../domain/transaction-pin.js';
import { ProvedPins } from './proved-pins.js';
import { PasswordHasher, type PaymentProof, type TransactionPin, TransactionPins } from './ports/credentials.js';

/** Verifies the PIN of a payment: by what this process remembers, else by its hash, which counts as an attempt. */
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
      // The check failed by itself; the attempt stays counted where others were counted since.
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
