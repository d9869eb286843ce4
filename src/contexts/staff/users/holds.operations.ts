import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { parseLagosDate, parseLagosTime } from '../../../kernel/lagos-time.js';
import { type Kobo, toNaira } from '../../../kernel/money.js';
import { Amount, Flag, Optional, Text } from '../../../platform/http/input.decorators.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { commentWithId } from '../../../platform/http/presenting.js';
import { signInFailures } from '../../sign-in/index.js';
import { LEDGER_FAILURES } from '../../wallet/wallet.presenters.js';
import { staffFailures } from '../members/index.js';
import { type Hold, Holds } from './holds.js';
import { userFailures } from './users.js';

class UserHoldInput {
  @Text() uxid: string;
  @Optional() @Amount() amount?: Kobo;
  @Optional() @Flag() all?: boolean;
  @Optional() @Text({ max: 32 }) until?: string;
  /** Marker of the hold that is lifted. */
  @Optional() @Text() reqv?: string;
  @Text({ max: 1_000 }) reason: string;
}

export function presentHold({ id, amountKobo, untilMs, reason, by, at }: Hold) {
  return {
    marker: id,
    amount: amountKobo === undefined ? null : toNaira(amountKobo),
    until: untilMs === undefined ? '' : String(untilMs),
    reason,
    by,
    recorded: String(at),
  };
}

@Injectable()
export class HoldsOperations {
  constructor(
    private readonly holds: Holds,
    private readonly clock: Clock,
  ) {}

  @Operation('control_user_hold', {
    method: 'POST',
    access: 'admin',
    permission: 'userControl.allowModify',
    effect: 'money',
    missing: 400,
    failures: [
      on(signInFailures.user_not_found, { code: 404, id: 'user_not_found' }),
      on(userFailures.own_user_account, { code: 403, id: 'own_account' }),
      on(userFailures.hold_amount, { code: 400, id: 'amount_invalid' }),
      on(userFailures.hold_until, { code: 400, id: 'until_invalid' }),
      on(userFailures.no_hold, { code: 404, id: 'hold_not_found' }),
      on(userFailures.own_hold, { code: 403, id: 'own_hold' }),
      on(staffFailures.super_administrator_only, { code: 403, id: 'super_administrator_only' }),
      ...LEDGER_FAILURES,
    ],
    present: commentWithId('The hold is changed'),
    summary:
      "Holds an amount in the wallet of a user, or all of it (all), until a time or until it is lifted; it is in force at once, and more than there is holds what comes later. With reqv it lifts a hold, which takes another member of staff than who set it. Never in one's own wallet.",
  })
  change({ uxid, reqv, reason, ...held }: UserHoldInput, caller: MoneyCaller): Promise<string | Replayed> {
    if (reqv !== undefined) return this.holds.lift(uxid, reqv, reason, caller);
    return this.holds.set(uxid, { ...this.readHold(held), reason }, caller);
  }

  /** @throws Failure `users.hold_amount`, `users.hold_until` */
  private readHold({ amount: amountKobo, all = false, until }: Pick<UserHoldInput, 'amount' | 'all' | 'until'>) {
    if (all === (amountKobo !== undefined)) throw new Failure(userFailures.hold_amount);
    const untilMs = until === undefined ? undefined : (parseLagosDate(until) ?? parseLagosTime(until) ?? 0);
    if (untilMs !== undefined && untilMs <= this.clock.now()) throw new Failure(userFailures.hold_until);
    return { amountKobo, untilMs };
  }
}
