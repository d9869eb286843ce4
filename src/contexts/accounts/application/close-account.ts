import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { Mailer } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { PushRegistrations } from '../../notifications/index.js';
import { Wallets } from '../../../ledger/index.js';
import { CLOSING_PERIOD_MS, signInFailures, AccountClosings, Accounts, Sessions, ProvePassword } from '../../sign-in/index.js';
import { ACCOUNT_CLOSING } from './closing-mails.js';
import { type ClosingObstacle, ClosingObstacles } from './ports.js';

const REFUSALS = {
  purchase: signInFailures.purchase_open,
  payout: signInFailures.payout_open,
  deposit: signInFailures.deposit_open,
  staff: signInFailures.staff_member,
} satisfies Record<ClosingObstacle, unknown>;

/** Signs every device out and leaves 30 days to come back. */
@Injectable()
export class CloseAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly provePassword: ProvePassword,
    private readonly obstacles: ClosingObstacles,
    private readonly wallets: Wallets,
    private readonly closings: AccountClosings,
    private readonly sessions: Sessions,
    private readonly pushRegistrations: PushRegistrations,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns when it closes for good
   * @throws Failure `sign_in.wrong_password`, `login_delayed`, `busy`, `balance_left`, `purchase_open`, `deposit_open`,
   * `staff_member`
   */
  async execute(caller: Caller, password: string): Promise<number> {
    const account = await this.provePassword.execute(caller, password);
    const { id: userId, email, firstName } = account;
    return this.unitOfWork.run(async () => {
      await this.provePassword.lock(account);
      const obstacle = await this.obstacles.first(userId);
      if (obstacle) throw new Failure(REFUSALS[obstacle]);
      if ((await this.wallets.balanceOf(userId)) !== 0) throw new Failure(signInFailures.balance_left);
      const createdAt = this.clock.now();
      const closesAt = createdAt + CLOSING_PERIOD_MS;
      await this.closings.add({ userId, closesAt, createdAt });
      await this.accounts.modify(userId, { status: 'closing' });
      await this.sessions.endAll(userId);
      // Also those that belong to no session.
      await this.pushRegistrations.endAll(userId);
      const data = { firstName, date: lagosDate(closesAt) };
      await this.mailer.send({ to: email, template: ACCOUNT_CLOSING, data, key: `account-closing:${userId}:${closesAt}` });
      return closesAt;
    });
  }
}
