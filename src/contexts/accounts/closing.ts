import { Injectable } from '@nestjs/common';
import { type DataSubject, Eraser } from '../../kernel/records.js';
import { Contributions, Registry, Contributes } from '../../kernel/registry.js';
import { type MailTemplate, Mailer } from '../../kernel/mail.js';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { lagosDate } from '../../kernel/lagos-time.js';
import { Ledger, ledgerFailures, UNCLAIMED_ACCOUNT, Wallets } from '../../ledger/index.js';
import { PushDevices } from '../notifications/index.js';
import {
  type AccountDetails,
  AccountClosings,
  Accounts,
  CLOSING_PERIOD_MS,
  Sessions,
  signInFailures,
  Passwords,
  type Account,
  addressOfClosed,
  LoginRecords,
  ReplacedAccounts,
} from '../sign-in/index.js';
import type { Caller } from '../../kernel/caller.js';
import { newId } from '../../kernel/ids.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { formatAmount, kobo } from '../../kernel/money.js';
import { MINIMUM_TRANSFER_KOBO } from '../transfers/index.js';

export const CLOSING_OBSTACLES = ['purchase', 'payout', 'deposit', 'debt', 'staff'] as const;

/** purchase, payout: one without an outcome. deposit: one that may still be paid. debt: the rest of a reversed payment. staff: the user is a member. */
export type ClosingObstacle = (typeof CLOSING_OBSTACLES)[number];

/** Contributed by the contexts that know. */
export abstract class ClosingObstacleSource {
  abstract readonly obstacle: ClosingObstacle;
  abstract exists(userId: string): Promise<boolean>;
}

@Injectable()
export class ClosingObstacles extends Registry<ClosingObstacleSource> {
  constructor(contributions: Contributions) {
    super(contributions, ClosingObstacleSource, { namesOf: ({ obstacle }) => [obstacle], names: CLOSING_OBSTACLES });
  }

  async first(userId: string): Promise<ClosingObstacle | undefined> {
    for (const source of this.entries) if (await source.exists(userId)) return source.obstacle;
    return undefined;
  }
}

@Injectable()
export class Erasers extends Registry<Eraser> {
  constructor(contributions: Contributions) {
    super(contributions, Eraser, { namesOf: ({ tables }) => tables });
  }

  async erase(subject: DataSubject): Promise<void> {
    for (const eraser of this.entries) await eraser.erase(subject);
  }
}

export const ACCOUNT_CLOSING: MailTemplate = {
  name: 'account-closing',
  class: 'security',
  subject: 'Your account will be closed on {{date}}',
  greeting: 'Hello {{firstName}},',
  lead: 'Your account is being closed, as you asked. All devices were signed out, and nobody can send money to it any more.',
  facts: [
    ['Asked for', '{{time}}'],
    ['Closed for good on', '{{date}}'],
  ],
  paragraphs: [
    'On {{date}} we erase your personal data, except for the records of payments that the law makes us keep for seven years.',
    'Until then you can come back: sign in, and the account stays open.',
  ],
  warning: 'If you did not close it, sign in now and change your password.',
};

/** Whether the owner asked for it is not known for certain. */
export const CLOSING_BY_STAFF: MailTemplate = {
  name: 'closing-by-staff',
  class: 'security',
  subject: 'Your account will be closed on {{date}}',
  greeting: 'Hello {{firstName}},',
  lead: 'Our support is closing your account. All devices were signed out, and nobody can send money to it any more.',
  facts: [
    ['Begun', '{{time}}'],
    ['Closed for good on', '{{date}}'],
  ],
  paragraphs: [
    'On {{date}} we erase your personal data, except for the records of payments that the law makes us keep for seven years.',
    'Until then you can keep your account: sign in, and it stays open.',
  ],
  warning: 'If you did not ask us for it, sign in now and tell our support.',
};

export const CLOSING_PUT_OFF: MailTemplate = {
  name: 'closing-put-off',
  class: 'security',
  subject: 'Your account is not closed yet: there is money in it',
  greeting: 'Hello {{firstName}},',
  lead: 'Your account was to be closed today, but {{amount}} arrived in it meanwhile.',
  facts: [
    ['Balance', '{{amount}}'],
    ['Closed otherwise on', '{{date}}'],
  ],
  paragraphs: ['Sign in to open the account again, and take the money out. Then close it.'],
};

export const ACCOUNT_CLOSED: MailTemplate = {
  name: 'account-closed',
  class: 'security',
  subject: 'Your account was closed',
  greeting: 'Hello {{firstName}},',
  lead: 'Your account was closed for good.',
  facts: [['Closed', '{{time}}']],
  paragraphs: [
    'Your personal data are being erased, except for the records of payments that the law makes us keep for seven years.',
    'This is the last mail about this account. You can register again with this address at any time.',
  ],
};

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
    private readonly pushRegistrations: PushDevices,
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
    // Ends also registrations without a session.
    await this.pushRegistrations.endAll(userId);
    if (by === 'another') return closesAt;
    const data = { firstName, date: lagosDate(closesAt) };
    const template = by === 'owner' ? ACCOUNT_CLOSING : CLOSING_BY_STAFF;
    await this.mailer.send({ to: email, template, data, key: `account-closing:${userId}:${closesAt}` });
    return closesAt;
  }
}

/** Moves a rest that is too little to leave the wallet to `system:unclaimed`, at its owner's wish. */
@Injectable()
export class GiveUpRest {
  constructor(
    private readonly obstacles: ClosingObstacles,
    private readonly wallets: Wallets,
    private readonly ledger: Ledger,
  ) {}

  /**
   * Does nothing if something else keeps the account open. A balance that can be sent, from the least transfer on, must be sent
   * first. @throws Failure `sign_in.balance_left`
   */
  async execute(userId: string): Promise<void> {
    const balanceKobo = await this.wallets.balanceOf(userId);
    if (!balanceKobo || (await this.obstacles.first(userId))) return;
    if (balanceKobo >= MINIMUM_TRANSFER_KOBO) throw new Failure(signInFailures.balance_left);
    const id = newId();
    const postings = [
      { account: userId, amountKobo: kobo(-balanceKobo), note: 'Given up when the account was closed' },
      { account: UNCLAIMED_ACCOUNT, amountKobo: balanceKobo, note: `Given up by ${userId}` },
    ];
    try {
      const journal = { id, kind: 'giving_up', subject: userId, postings } as const;
      await this.ledger.commit({
        idempotencyKey: { scope: 'system', action: 'account.give_up', key: id, fingerprint: '' },
        journal,
        response: balanceKobo,
      });
    } catch (error) {
      // It was spent meanwhile.
      const isLeft =
        error instanceof Failure && (error.is(ledgerFailures.insufficient_funds) || error.is(ledgerFailures.money_blocked));
      if (isLeft) throw new Failure(signInFailures.balance_left);
      throw error;
    }
  }
}

/** Closes the own account. */
@Injectable()
export class CloseAccount {
  constructor(
    private readonly passwords: Passwords,
    private readonly giveUpRest: GiveUpRest,
    private readonly beginClosing: BeginClosing,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param givesUp what is left of less than 50 Naira. @returns when it closes for good
   * @throws Failure `sign_in.wrong_password`, `login_delayed`, `busy`, `balance_left`, `purchase_open`, `payout_open`, `deposit_open`,
   * `debt_owed`, `staff_member`
   */
  async execute(caller: Caller, password: string, givesUp: boolean): Promise<number> {
    const account = await this.passwords.prove(caller, password);
    if (givesUp) await this.giveUpRest.execute(account.id);
    return this.unitOfWork.run(async () => {
      await this.passwords.lock(account);
      return this.beginClosing.execute(account, 'owner');
    });
  }
}

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
    // The address of a replaced account belongs to somebody else now.
    if (email !== addressOfClosed(userId))
      await this.mailer.send({ to: email, template: ACCOUNT_CLOSED, data: { firstName }, key: `account-closed:${userId}` });
    return account;
  }
}

/** Closes an account whose address nobody proved, at once, because somebody else registers with it. */
@Injectable()
@Contributes(ReplacedAccounts)
export class ReplaceAccount extends ReplacedAccounts {
  constructor(
    private readonly accounts: Accounts,
    private readonly beginClosing: BeginClosing,
  ) {
    super();
  }

  async close(account: Account): Promise<void> {
    try {
      await this.beginClosing.execute(account, 'another');
    } catch (error) {
      if (error instanceof Failure) return;
      throw error;
    }
    await this.accounts.pseudonymise(account.id, addressOfClosed(account.id));
  }
}
