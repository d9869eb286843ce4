import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { type ResolvedAccount, ResolvedAccounts } from '../../banks/index.js';
import { Payees } from '../../payees/index.js';
import type { Destination } from '../domain/payout.js';
import { payoutFailures } from '../domain/payouts.failures.js';

export interface DestinationGiven {
  /** Of a saved payee, in place of the others. */
  readonly payee?: string | undefined;
  /** Our own of the bank. */
  readonly code?: string | undefined;
  readonly account?: string | undefined;
  /** As the payer has seen it. */
  readonly name?: string | undefined;
}

/** Where a payout goes: to an account whose name the payer has seen. */
@Injectable()
export class FindDestination {
  constructor(
    private readonly resolved: ResolvedAccounts,
    private readonly payees: Payees,
  ) {}

  /** @throws Failure of `payouts`, and of Payees for a saved payee, whose account is resolved again */
  async execute(given: DestinationGiven, userId: string): Promise<Destination> {
    const { bank, account, name } = await this.find(given, userId);
    return { bankCode: bank.code, bankName: bank.name, account, name };
  }

  private async find({ payee, code, account, name }: DestinationGiven, userId: string): Promise<ResolvedAccount> {
    const isNamed = code !== undefined || account !== undefined || name !== undefined;
    if (payee !== undefined && !isNamed) return this.payees.useBank(userId, payee);
    if (payee !== undefined || code === undefined || account === undefined || name === undefined)
      throw new Failure(payoutFailures.account_incomplete);
    const found = await this.resolved.find(userId, code, account);
    if (!found) throw new Failure(payoutFailures.account_unresolved);
    if (found.name !== name)
      throw new Failure(payoutFailures.account_name_changed, { text: `The name of the account is ${found.name} now` });
    return found;
  }
}
