import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Contributes } from '../../kernel/registry.js';
import type { Kobo } from '../../kernel/money.js';
import { Amount, Choice, Confirmation, Optional } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { CONFIRMATION_FAILURES } from '../devices/devices.presenters.js';
import { ConfirmedAction } from '../devices/index.js';
import { limitLines, type OwnLimits, SWITCH_LINES, UpdateOwnLimits } from './own-limits.js';
import { tariffFailures } from './tariffs.js';
import { presentOwnLimits } from './tariffs.presenters.js';

class LimitUpdateInput {
  @Optional() @Amount() single?: Kobo;
  @Optional() @Amount() daily?: Kobo;
  @Optional() @Confirmation() confirmation?: string;
}

class InstantUpdateInput {
  @Choice(['on', 'off']) status: 'on' | 'off';
  @Optional() @Confirmation() confirmation?: string;
}

function presentChangedLimits(limits: OwnLimits) {
  return { COMMENT: 'Your limits are changed', ...presentOwnLimits(limits) };
}

@Injectable()
export class OwnLimitsOperations {
  constructor(private readonly updateOwnLimits: UpdateOwnLimits) {}

  @Operation('user_limit_update', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: [on(tariffFailures.nothing_to_limit, { code: 400, id: 'limit_required' }), ...CONFIRMATION_FAILURES],
    present: presentChangedLimits,
    summary:
      'Sets what the signed-in user allows themselves, of a single payment and in a day, in Naira: lower at once, higher after 24 hours and with a confirmation where devices are required. It counts where the service has limits, beside those of the tier.',
  })
  limit({ single, daily, confirmation }: LimitUpdateInput, { userId }: Caller): Promise<OwnLimits> {
    return this.updateOwnLimits.limit(userId, { single, daily, confirmation });
  }

  @Operation('user_instant_update', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: CONFIRMATION_FAILURES,
    present: (status: string) => ({ COMMENT: `Payments out of your account are switched ${status}`, status }),
    summary:
      'Switches payments out of the account off at once, or on again, which takes a confirmation where devices are required. While they are off, all of the wallet is blocked; money still comes in.',
  })
  async switchPayments({ status, confirmation }: InstantUpdateInput, { userId }: Caller): Promise<string> {
    await this.updateOwnLimits.switchPayments(userId, status, confirmation);
    return status;
  }
}

@Injectable()
@Contributes(ConfirmedAction)
export class ConfirmedLimits extends ConfirmedAction {
  readonly action = 'user_limit_update';

  lines({ single, daily }: LimitUpdateInput) {
    return Promise.resolve(limitLines({ single, daily }));
  }
}

@Injectable()
@Contributes(ConfirmedAction)
export class ConfirmedSwitch extends ConfirmedAction {
  readonly action = 'user_instant_update';

  lines() {
    return Promise.resolve(SWITCH_LINES);
  }
}
