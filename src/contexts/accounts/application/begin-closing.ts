import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { Mailer } from '../../../kernel/mail.js';
import { Wallets } from '../../../ledger/index.js';
import { PushRegistrations } from '../../notifications/index.js';
import {
  type AccountDetails,
  AccountClosings,
  Accounts,
  CLOSING_PERIOD_MS,
  Sessions,
  signInFailures,
} from '../../sign-in/index.js';
import { ACCOUNT_CLOSING, CLOSING_BY_STAFF } from './closing-mails.js';
import { type ClosingObstacle, ClosingObstacles } from './ports.js';

const REFUSALS = {
  purchase: signInFailures.purchase_open,
  payout: signInFailures.payout_open,
  deposit: signInFailures.deposit_open,
  debt: signInFailures.debt_owed,
  staff: signInFailures.staff_member,
} satisfies Record<ClosingObstacle, unknown>;

/** Signs every device out and leaves 30 days to come back. */
@Injectable()
export class BeginClosing {
  constructor(
    private readonly accounts: Accounts,
    private readonly obstacles: ClosingObstacles,
    private readonly wallets: Wallets,
    private readonly closings: AccountClosings,
    private readonly sessions: Sessions,
    private readonly pushRegistrations: PushRegistrations,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  /**
   * In the caller's unit of work, which has locked the account. @returns when it closes for good
   * @param by who closes it, which its owner is told; another, who registers with its address: at once, and nobody is told
   * @throws Failure `sign_in.balance_left`, `purchase_open`, `payout_open`, `deposit_open`, `debt_owed`, `staff_member`
   */
  async execute(
    { id: userId, email, firstName }: Pick<AccountDetails, 'id' | 'email' | 'firstName'>,
    by: 'owner' | 'staff' | 'another',
  ): Promise<number> {
    const obstacle = await this.obstacles.first(userId);
    if (obstacle) throw new Failure(REFUSALS[obstacle]);
    if ((await this.wallets.balanceOf(userId)) !== 0) throw new Failure(signInFailures.balance_left);
    const createdAt = this.clock.now();
    const closesAt = by === 'another' ? createdAt : createdAt + CLOSING_PERIOD_MS;
    await this.closings.add({ userId, closesAt, createdAt });
    await this.accounts.modify(userId, { status: 'closing' });
    await this.sessions.endAll(userId);
    // Also those that belong to no session.
    await this.pushRegistrations.endAll(userId);
    if (by === 'another') return closesAt;
    const data = { firstName, date: lagosDate(closesAt) };
    const template = by === 'owner' ? ACCOUNT_CLOSING : CLOSING_BY_STAFF;
    await this.mailer.send({ to: email, template, data, key: `account-closing:${userId}:${closesAt}` });
    return closesAt;
  }
}
