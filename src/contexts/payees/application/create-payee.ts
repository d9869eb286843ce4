import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../kernel/budgets.js';
import type { Caller } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { normaliseEmail } from '../../../kernel/email-address.js';
import { Failure } from '../../../kernel/failure.js';
import { maskSerial } from '../../../kernel/masking.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { AdmitEnquiry, ResolveAccount } from '../../banks/index.js';
import { Catalogue } from '../../catalogue/index.js';
import { Users } from '../../sign-in/index.js';
import type { Payee } from '../domain/payee.js';
import { payeesFailures } from '../domain/payees.failures.js';
import { SavedPayees } from './ports.js';
import { TellOwner } from './tell-owner.js';

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

  /** With the words for where it leads. */
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
    return { billerId, itemId, customerId, name: item.name, to: `${biller.name}, ${customerId}` };
  }
}
