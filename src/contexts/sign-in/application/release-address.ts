import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../kernel/registry.js';
import type { Account } from '../domain/account.js';
import { Accounts, ReplacedAccounts } from './ports/accounts.js';
import { SignInSettings } from './ports/sessions.js';

/** Where addresses have to be proved, the next person may take one that its account never proved. */
@Injectable()
export class ReleaseAddress extends Registry<ReplacedAccounts> {
  constructor(
    contributions: Contributions,
    private readonly accounts: Accounts,
    private readonly settings: SignInSettings,
  ) {
    super(contributions, ReplacedAccounts, 'one');
  }

  /** Whether another account than this one keeps the address, or one that looks like it. */
  async isKept(email: string, userId?: string): Promise<boolean> {
    const holder = await this.accounts.findByEmail(email);
    return this.accounts.isTaken(email, this.isReplaceable(holder) ? holder.id : userId);
  }

  /** In the caller's unit of work. An account with money keeps the address, which the next one is refused then. */
  async execute(email: string): Promise<void> {
    const holder = await this.accounts.findByEmail(email);
    const locked = this.isReplaceable(holder) ? await this.accounts.lock(holder.id) : undefined;
    if (this.isReplaceable(locked) && locked.email === email) await this.entry.close(locked);
  }

  private isReplaceable(holder: Account | undefined): holder is Account {
    const isUnproved = holder !== undefined && !holder.emailVerified && holder.status === 'active' && !holder.isTest;
    return isUnproved && this.settings.requiresVerifiedEmail;
  }
}
