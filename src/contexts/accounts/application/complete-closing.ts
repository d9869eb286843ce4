import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { formatAmount } from '../../../kernel/money.js';
import { Mailer } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Wallets } from '../../../ledger/index.js';
import {
  type Account,
  addressOfClosed,
  CLOSING_PERIOD_MS,
  AccountClosings,
  Accounts,
  LoginRecords,
  Sessions,
} from '../../sign-in/index.js';
import { ACCOUNT_CLOSED, CLOSING_PUT_OFF } from './closing-mails.js';
import { ClosingObstacles, Erasers } from './ports.js';

/** Closes an account for good when its time has come. After a crash it goes on: the address is forgotten last. */
@Injectable()
export class CompleteClosing {
  constructor(
    private readonly accounts: Accounts,
    private readonly closings: AccountClosings,
    private readonly obstacles: ClosingObstacles,
    private readonly erasers: Erasers,
    private readonly loginRecords: LoginRecords,
    private readonly wallets: Wallets,
    private readonly sessions: Sessions,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<void> {
    const account = await this.unitOfWork.run(() => this.close(userId));
    if (!account) return;
    const { email } = account;
    await this.erasers.erase({ userId, email, deviceSerials: await this.loginRecords.deviceSerials(userId) });
    // Only now, because the erasers need the devices after a crash too.
    await this.loginRecords.removeAll(userId);
    await this.unitOfWork.run(async () => {
      await this.accounts.pseudonymise(userId, addressOfClosed(userId));
      await this.closings.remove(userId);
    });
  }

  /** The account when it is closed, now or before a crash. */
  private async close(userId: string): Promise<Account | undefined> {
    const account = await this.accounts.lock(userId);
    const closing = await this.closings.find(userId);
    if (!account || !closing) return undefined;
    if (account.status === 'closed') return account;
    const now = this.clock.now();
    if (account.status !== 'closing' || closing.closesAt > now) return undefined;
    // A purchase that was placed while the closing began may still be refunded.
    if (await this.obstacles.first(userId)) {
      await this.closings.putOff(userId, now + DAY_MS);
      return undefined;
    }
    const { email, firstName } = account;
    const balanceKobo = await this.wallets.balanceOf(userId);
    if (balanceKobo) {
      const closesAt = now + CLOSING_PERIOD_MS;
      await this.closings.putOff(userId, closesAt);
      const data = { firstName, amount: formatAmount(balanceKobo), date: lagosDate(closesAt) };
      await this.mailer.send({ to: email, template: CLOSING_PUT_OFF, data, key: `closing-put-off:${userId}:${closesAt}` });
      return undefined;
    }
    await this.accounts.modify(userId, { status: 'closed' });
    await this.sessions.endAll(userId);
    // The address of one that was replaced is another's.
    if (email !== addressOfClosed(userId))
      await this.mailer.send({ to: email, template: ACCOUNT_CLOSED, data: { firstName }, key: `account-closed:${userId}` });
    return account;
  }
}
