import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../../kernel/budgets.js';
import { Clock, wallTime } from '../../../../kernel/clock.js';
import { Failure } from '../../../../kernel/failure.js';
import { delayedLogin } from '../../../sign-in/index.js';
import { staffFailures } from '../domain/staff.failures.js';
import { SecondFactors, TwoFactor } from './ports.js';

@Injectable()
export class SecondFactorCheck {
  constructor(
    private readonly factors: SecondFactors,
    private readonly twoFactor: TwoFactor,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
  ) {}

  /**
   * Uses the code up; call it outside of a unit of work. The password is known at this point, so wrong codes from all addresses
   * count together.
   * @throws Failure `staff.invalid_code`, `sign_in.login_delayed`
   */
  async execute(profileId: string, code: string): Promise<void> {
    const check = async () => {
      const factor = await this.factors.get(profileId);
      const step = this.twoFactor.stepOf(factor.secret, code, wallTime(this.clock));
      return step !== undefined && this.factors.use(profileId, factor, step);
    };
    const isRight = await delayedLogin(this.budgets.attempt('second_factors', profileId, check));
    if (!isRight) throw new Failure(staffFailures.invalid_code);
  }
}
