import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { type Account, newAccount, type NewAccountDetails, Accounts, ReplacedAccounts, AccountClosings } from './accounts.js';
import { Passwords } from './passwords.js';
import { PasswordHasher } from './credentials.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { Notices } from '../notifications/index.js';
import { Wallets } from '../../ledger/index.js';
import { Contributions, Registry } from '../../kernel/registry.js';
import { SignInSettings } from './sessions.js';
import { newId } from '../../kernel/ids.js';
import { Mailer } from '../../kernel/mail.js';
import { CLOSING_UNDONE } from './mails.js';

/** In the caller's unit of work. */
@Injectable()
export class OpenAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly wallets: Wallets,
    private readonly notices: Notices,
    private readonly outbox: Outbox,
  ) {}

  /** @throws Failure `sign_in.email_taken` */
  async execute(account: Account): Promise<void> {
    await this.accounts.add(account);
    await this.wallets.open(account.id);
    await this.notices.add({
      userId: account.id,
      subject: 'Welcome',
      message: `Welcome, ${account.firstName}! Your account and your wallet are ready.`,
    });
    await this.outbox.add(domainEvent('user.created', { userId: account.id }));
  }
}

/** For accounts that another context opens. */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly passwords: Passwords,
    private readonly hasher: PasswordHasher,
    private readonly openAccount: OpenAccount,
    private readonly clock: Clock,
  ) {}

  /** Stores nothing. Slow, so call it outside of a unit of work. @throws Failure `sign_in.weak_password`, `common_password`, `busy` */
  async prepare({ password, ...details }: NewAccountDetails): Promise<Account> {
    await this.passwords.assertGood(password);
    const passwordHash = await this.hasher.hash(password);
    return newAccount({ ...details, passwordHash, emailVerified: true }, this.clock.now());
  }

  /** Stores it with its wallet, in the caller's unit of work. @throws Failure `sign_in.email_taken` */
  open(account: Account): Promise<void> {
    return this.openAccount.execute(account);
  }
}

/** If addresses have to be proved, the next person may take one that its account never proved. */
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

  /** In the caller's unit of work. An account with money keeps the address, and the next one is refused. */
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

/** For the owner who signs in to an account that is closing. In the caller's unit of work, the account locked. */
@Injectable()
export class ReopenAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly closings: AccountClosings,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
  ) {}

  async execute({ id: userId, email, firstName }: Account): Promise<void> {
    await this.closings.remove(userId);
    await this.accounts.modify(userId, { status: 'active' });
    const message = 'You signed in, so your account stays open.';
    await this.notices.add({ userId, subject: 'Closing undone', message });
    await this.mailer.send({ to: email, template: CLOSING_UNDONE, data: { firstName }, key: `closing-undone:${newId()}` });
  }
}
