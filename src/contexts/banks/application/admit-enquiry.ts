import { Injectable } from '@nestjs/common';
import { networkOf, siteOf } from '../../../kernel/addresses.js';
import { Budgets } from '../../../kernel/budgets.js';
import type { Caller } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { Spending } from '../../../ledger/index.js';
import { Sessions, signInFailures, SignInSettings, Users } from '../../sign-in/index.js';
import { banksFailures } from '../domain/banks.failures.js';

/** Whose an account is, is said to customers only, and to each of them not too often: accounts of ours cost nothing to open. */
@Injectable()
export class AdmitEnquiry {
  constructor(
    private readonly users: Users,
    private readonly settings: SignInSettings,
    private readonly spending: Spending,
    private readonly sessions: Sessions,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
  ) {}

  /** Counts one. @throws Failure `sign_in.email_unverified`, `banks.deposit_required`, `abuse.limit_reached` */
  async execute(caller: Caller): Promise<void> {
    const { userId, ip } = caller;
    if (!caller.isTest) await this.requireCustomer(userId);
    const site = siteOf(ip);
    const device = await this.deviceOf(caller);
    await this.budgets.spend('name_enquiries', userId);
    if (device !== undefined) await this.budgets.spend('device_name_enquiries', device);
    await this.budgets.spend('network_name_enquiries', networkOf(ip));
    if (site !== undefined) await this.budgets.spend('site_name_enquiries', site);
  }

  private async requireCustomer(userId: string): Promise<void> {
    const isProved = !this.settings.requiresVerifiedEmail || (await this.users.find(userId))?.emailVerified === true;
    if (!isProved) throw new Failure(signInFailures.email_unverified);
    const { seq } = await this.spending.since(userId, [this.clock.now()]);
    if (seq === 0) throw new Failure(banksFailures.deposit_required);
  }

  private async deviceOf({ userId, sessionId }: Caller): Promise<string | undefined> {
    return (await this.sessions.list(userId)).find(({ id }) => id === sessionId)?.device.serial;
  }
}
