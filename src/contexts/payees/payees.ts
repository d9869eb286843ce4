import { Injectable } from '@nestjs/common';
import { maskSerial } from '../../kernel/masking.js';
import { Users } from '../sign-in/index.js';
import { type MailTemplate, Mailer } from '../../kernel/mail.js';
import { Notices } from '../notifications/index.js';
import { type Payee, type Paid, identityOf, payeesFailures, SavedPayees } from './payee.js';
import { Failure } from '../../kernel/failure.js';
import { type Bank, Banks, ResolveAccount, type ResolvedAccount, AdmitEnquiry } from '../banks/index.js';
import { Budgets } from '../../kernel/budgets.js';
import type { Caller } from '../../kernel/caller.js';
import { Clock } from '../../kernel/clock.js';
import { normaliseEmail } from '../../kernel/email-address.js';
import { newId } from '../../kernel/ids.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Catalogue, customerIdOf } from '../catalogue/index.js';

const WARNING =
  'If this was not you, change your password in the app now and tell our support. The new password signs all other devices out.';

export const PAYEE_ADDED: MailTemplate = {
  name: 'payee-added',
  class: 'security',
  subject: 'A payee was saved',
  lead: '{{payee}} was saved as a payee of your account.',
  facts: [
    ['Name', '{{payee}}'],
    ['Where', '{{to}}'],
    ['Time', '{{time}}'],
  ],
  warning: WARNING,
};

export const FIRST_PAYMENT: MailTemplate = {
  name: 'first-payment',
  class: 'security',
  subject: 'You paid to an account for the first time',
  lead: 'You paid to {{payee}} for the first time.',
  facts: [
    ['Name', '{{payee}}'],
    ['Account', '{{to}}'],
    ['Time', '{{time}}'],
  ],
  warning: WARNING,
};

interface PaidAccount {
  readonly bank: string;
  readonly bankCode: string;
  readonly account: string;
  readonly name: string;
}

/**
 * Tells the owner by notice, and by mail if the address is proved: a thief of an account adds payees and pays them. It has only
 * our words, because the label may be the text of a phisher.
 */
@Injectable()
export class TellOwner {
  constructor(
    private readonly users: Users,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
  ) {}

  /** In the caller's unit of work. @param to the destination, for people */
  async ofPayee({ id, userId, name }: Payee, to: string): Promise<void> {
    await this.notices.add({
      userId,
      subject: 'New payee',
      message: `${name}, ${to}, was saved as a payee. If that was not you, please reset your password and tell our support.`,
    });
    const owner = await this.users.find(userId);
    if (!owner?.emailVerified) return;
    await this.mailer.send({
      to: owner.email,
      template: PAYEE_ADDED,
      data: { payee: name, to },
      key: `payee-added:${id}`,
    });
  }

  /** In the caller's unit of work. */
  async ofFirstPayment(userId: string, { bank, bankCode, account, name }: PaidAccount): Promise<void> {
    const to = `${bank}, ${maskSerial(account)}`;
    await this.notices.add({
      userId,
      subject: 'First payment to an account',
      message: `You paid to ${name}, ${to}, for the first time. If that was not you, please reset your password and tell our support.`,
    });
    const owner = await this.users.find(userId);
    if (!owner?.emailVerified) return;
    const key = `first-payment:${userId}:${bankCode}:${account}`;
    await this.mailer.send({ to: owner.email, template: FIRST_PAYMENT, data: { payee: name, to }, key });
  }
}

export interface PaidTo {
  /** Id of the user. */
  readonly by: string;
  readonly to: Paid;
  /** Unix ms. */
  readonly at: number;
}

/** The part of saved payees that payments need. */
@Injectable()
export class Payees {
  constructor(
    private readonly saved: SavedPayees,
    private readonly resolveAccount: ResolveAccount,
    private readonly banks: Banks,
    private readonly tellOwner: TellOwner,
  ) {}

  find(userId: string, marker: string): Promise<Payee | undefined> {
    return this.saved.find(userId, marker);
  }

  /**
   * The account of a bank payee, resolved again now. Outside of a unit of work.
   * @throws Failure `payees.no_payee`, `payees.not_a_bank`, `payees.name_changed` until the user confirms the new name, and those of
   * `ResolveAccount`
   */
  async useBank(userId: string, marker: string): Promise<ResolvedAccount> {
    const payee = await this.saved.find(userId, marker);
    if (!payee) throw new Failure(payeesFailures.no_payee);
    if (payee.kind !== 'bank') throw new Failure(payeesFailures.not_a_bank);
    const resolved = await this.resolveAccount.execute(userId, payee.bankCode, payee.account);
    const changedName = resolved.name === payee.name ? '' : resolved.name;
    if (changedName !== payee.changedName) await this.saved.change(userId, marker, { changedName });
    if (changedName !== '')
      throw new Failure(payeesFailures.name_changed, {
        text: `The bank tells the name ${changedName} of this account now: confirm it before you pay`,
      });
    return resolved;
  }

  /**
   * Counts payments to users and customers as uses of those that their payers have saved, however they named them.
   * @returns writes it, in the caller's unit of work
   */
  async prepareUses(paid: readonly PaidTo[]): Promise<() => Promise<void>> {
    const saved =
      paid.length === 0
        ? []
        : await this.saved.among(paid.map(({ by, to, at }) => ({ userId: by, identity: identityOf(to), at })));
    return async () => {
      for (const { userId, id, at } of saved) await this.saved.count(userId, id, at);
    };
  }

  /** Counts a use. In the caller's unit of work. */
  used(userId: string, marker: string): Promise<void> {
    return this.saved.count(userId, marker);
  }

  /** Whether one of the others paid out to an account that this user paid out to. */
  sharePaidAccount(userId: string, others: readonly string[]): Promise<boolean> {
    return this.saved.sharedPaid(userId, others);
  }

  /**
   * Tells the owner of the first payment to an account, by notice and mail; says nothing of further ones, and of the same again. In the
   * caller's unit of work, once the payment is recorded.
   */
  async paid(userId: string, to: { readonly bankCode: string; readonly account: string; readonly name: string }): Promise<void> {
    if (!(await this.saved.addPaid(userId, to.bankCode, to.account))) return;
    const bank: Bank | undefined = await this.banks.find(to.bankCode);
    await this.tellOwner.ofFirstPayment(userId, { ...to, bank: bank?.name ?? to.bankCode });
  }
}

export type Target =
  | { readonly kind: 'bank'; readonly code: string; readonly account: string }
  | { readonly kind: 'user'; readonly email: string }
  | { readonly kind: 'customer'; readonly billerId: string; readonly itemId: string; readonly customerId: string };

type Found = Partial<Payee> & Pick<Payee, 'name'>;

const EMPTY = {
  bankCode: '',
  account: '',
  receiverId: '',
  email: '',
  billerId: '',
  itemId: '',
  customerId: '',
  changedName: '',
  used: 0,
};

@Injectable()
export class CreatePayee {
  constructor(
    private readonly saved: SavedPayees,
    private readonly admitEnquiry: AdmitEnquiry,
    private readonly resolveAccount: ResolveAccount,
    private readonly users: Users,
    private readonly catalogue: Catalogue,
    private readonly tellOwner: TellOwner,
    private readonly budgets: Budgets,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns its id. @throws Failure of `payees`, and those of `AdmitEnquiry` and `ResolveAccount` */
  async execute(target: Target, label: string, caller: Caller): Promise<string> {
    const { to, ...found } = await this.find(target, caller);
    const { userId } = caller;
    const now = this.clock.now();
    const payee: Payee = { ...EMPTY, ...found, id: newId(), userId, kind: target.kind, label, usedAt: now, createdAt: now };
    await this.unitOfWork.run(async () => {
      await this.saved.add(payee);
      await this.tellOwner.ofPayee(payee, to);
    });
    return payee.id;
  }

  /** Finds the payee, with words for its destination. */
  private find(target: Target, caller: Caller): Promise<Found & { readonly to: string }> {
    switch (target.kind) {
      case 'bank':
        return this.account(target, caller);
      case 'user':
        return this.user(target.email, caller);
      case 'customer':
        return this.customer(target);
    }
  }

  private async account({ code, account }: Extract<Target, { kind: 'bank' }>, caller: Caller) {
    await this.admitEnquiry.execute(caller);
    const { bank, name } = await this.resolveAccount.execute(caller.userId, code, account);
    return { bankCode: bank.code, account, name, to: `${bank.name}, ${maskSerial(account)}` };
  }

  private async user(address: string, { userId, isTest }: Caller) {
    await this.budgets.spend('recipient_lookups', userId);
    const found = await this.users.findByEmail(normaliseEmail(address));
    if (found?.status !== 'active') throw new Failure(payeesFailures.recipient_not_found);
    if (found.id === userId) throw new Failure(payeesFailures.to_yourself);
    if (found.isTest !== isTest) throw new Failure(payeesFailures.test_account);
    const initial = found.lastName.slice(0, 1).toUpperCase();
    const name = initial === '' ? found.firstName : `${found.firstName} ${initial}.`;
    return { receiverId: found.id, email: found.email, name, to: found.email };
  }

  private async customer({ billerId, itemId, customerId }: Extract<Target, { kind: 'customer' }>) {
    const catalogue = await this.catalogue.current();
    const [item, biller] = [catalogue.item(itemId), catalogue.biller(billerId)];
    if (!item || !biller || item.billerId !== billerId) throw new Failure(payeesFailures.unknown_item);
    customerIdOf(item, customerId);
    return { billerId, itemId, customerId, name: item.name, to: `${biller.name}, ${customerId}` };
  }
}

interface PayeeChanges {
  readonly label?: string | undefined;
  /** Confirms the name that the bank tells now. */
  readonly name?: string | undefined;
}

@Injectable()
export class UpdatePayee {
  constructor(private readonly saved: SavedPayees) {}

  /** @throws Failure `payees.no_payee`, `payees.other_name`, `payees.nothing_to_change` */
  async execute(userId: string, marker: string, { label, name }: PayeeChanges): Promise<void> {
    if (label === undefined && name === undefined) throw new Failure(payeesFailures.nothing_to_change);
    const payee = await this.saved.find(userId, marker);
    if (!payee) throw new Failure(payeesFailures.no_payee);
    if (name !== undefined && name !== (payee.changedName || payee.name))
      throw new Failure(payeesFailures.other_name, { text: `The bank tells the name ${payee.changedName || payee.name} now` });
    await this.saved.change(userId, marker, {
      ...(label === undefined ? {} : { label }),
      ...(name === undefined ? {} : { name, changedName: '' }),
    });
  }
}
