import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { ProvePassword } from '../../sign-in/index.js';
import { BeginClosing } from './begin-closing.js';

/** Closes the own account. */
@Injectable()
export class CloseAccount {
  constructor(
    private readonly provePassword: ProvePassword,
    private readonly beginClosing: BeginClosing,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @returns when it closes for good
   * @throws Failure `sign_in.wrong_password`, `login_delayed`, `busy`, `balance_left`, `purchase_open`, `payout_open`, `deposit_open`,
   * `debt_owed`, `staff_member`
   */
  async execute(caller: Caller, password: string): Promise<number> {
    const account = await this.provePassword.execute(caller, password);
    return this.unitOfWork.run(async () => {
      await this.provePassword.lock(account);
      return this.beginClosing.execute(account, 'owner');
    });
  }
}
