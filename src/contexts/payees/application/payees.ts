import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { type Bank, Banks, ResolveAccount, type ResolvedAccount } from '../../banks/index.js';
import { identityOf, type Paid, type Payee } from '../domain/payee.js';
import { payeesFailures } from '../domain/payees.failures.js';
import { PaidAccounts, SavedPayees } from './ports.js';
import { TellOwner } from './tell-owner.js';

export interface PaidTo {
  /** Id of the user. */
  readonly by: string;
  readonly to: Paid;
  /** Unix ms. */
  readonly at: number;
}

/** What payments need of saved payees. */
@Injectable()
export class Payees {
  constructor(
    private readonly saved: SavedPayees,
    private readonly paidAccounts: PaidAccounts,
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
    return this.paidAccounts.shared(userId, others);
  }

  /**
   * Tells the owner of the first payment to an account, by notice and mail; says nothing of further ones, and of the same again. In the
   * caller's unit of work, once the payment is recorded.
   */
  async paid(userId: string, to: { readonly bankCode: string; readonly account: string; readonly name: string }): Promise<void> {
    if (!(await this.paidAccounts.add(userId, to.bankCode, to.account))) return;
    const bank: Bank | undefined = await this.banks.find(to.bankCode);
    await this.tellOwner.ofFirstPayment(userId, { ...to, bank: bank?.name ?? to.bankCode });
  }
}
