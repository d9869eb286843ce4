import { Injectable } from '@nestjs/common';
import { type Caller, systemRequest } from '../../kernel/caller.js';
import { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Ledger } from '../../ledger/index.js';
import { Audit, AuditedUnitOfWork } from '../audit/index.js';
import { type Account, type AccountChanges, Accounts, LoginRecords } from '../sign-in/index.js';
import { SecondFactors, staffFailures, StaffProfiles } from '../staff/members/index.js';
import { NameReview } from '../accounts/index.js';
import { verify } from './ask-identity.js';
import { agreementOf } from './names.js';
import { TellUser } from './tell-user.js';
import {
  identityFailures,
  MOST_SHOWN,
  reviewOf,
  type Verification,
  type VerificationStatus,
  VerificationStore,
} from './verification.js';
import { Contributes } from '../../kernel/registry.js';

export interface Decision {
  readonly isAccepted: boolean;
  readonly reason: string;
  /** Of the second factor of who decides. */
  readonly code: string;
}

/** Cases that staff decide, because the evidence leaves a doubt. */
@Injectable()
export class Reviews {
  constructor(
    private readonly store: VerificationStore,
    private readonly accounts: Accounts,
    private readonly profiles: StaffProfiles,
    private readonly secondFactors: SecondFactors,
    private readonly logins: LoginRecords,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly audit: Audit,
    private readonly ledger: Ledger,
    private readonly tellUser: TellUser,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of `identity`, `staff.invalid_code`, `sign_in.login_delayed` */
  async decide(id: string, decision: Decision, caller: Caller): Promise<VerificationStatus> {
    const found = await this.store.find(id);
    if (!found) throw new Failure(identityFailures.no_verification);
    if (found.status !== 'review' && found.status !== 'watch_listed') throw new Failure(identityFailures.decided);
    if (await this.isOwn(found, caller.userId)) throw new Failure(identityFailures.own_case);
    if (!(await this.profiles.find(caller.userId))) throw new Failure(staffFailures.invalid_code);
    await this.secondFactors.checkOwn(decision.code, caller);
    if (found.type === 'sanction') return this.decideByTwo(found, decision, caller);
    return this.auditedUnitOfWork.execute(caller, 'control_identity_decide', async () => {
      const account = await this.accounts.lock(found.userId);
      const status = account ? await this.apply(found, account, decision, caller) : undefined;
      if (!status) throw new Failure(identityFailures.decided);
      return {
        subject: `user:${found.userId}`,
        before: { verification: id, type: found.type, status: found.status },
        after: { verification: id, status, reason: decision.reason },
        result: status,
      };
    });
  }

  /** The second decision counts where it is that of the first; another one is a first one itself. */
  private async decideByTwo(found: Verification, { isAccepted, reason }: Decision, caller: Caller): Promise<VerificationStatus> {
    const { id, userId, evidence } = found;
    const { first } = evidence;
    if (first?.by === caller.userId) throw new Failure(identityFailures.own_decision);
    const isDecided = first?.isAccepted === isAccepted;
    const status = !isDecided ? 'review' : isAccepted ? 'cleared' : 'rejected';
    if (status === 'rejected') await this.hold(found, reason, caller);
    const change = isDecided
      ? ({ status, decidedBy: caller.userId } as const)
      : { evidence: { ...evidence, first: { by: caller.userId, isAccepted, reason } } };
    return this.auditedUnitOfWork.execute(caller, 'control_identity_decide', async () => {
      const present = (await this.accounts.lock(userId)) && (await this.store.find(id));
      // A further hit or another decision came meanwhile.
      const isSame = JSON.stringify(present?.evidence) === JSON.stringify(evidence);
      if (!isSame || !(await this.store.change(id, 'review', change))) throw new Failure(identityFailures.decided);
      return {
        subject: `user:${userId}`,
        before: { verification: id, type: found.type, status: 'review' },
        after: { verification: id, status, decision: isAccepted ? 'accept' : 'reject', reason },
        result: status,
      };
    });
  }

  /** All of the wallet, at once and without a word to the customer. Staff lift it as any hold. Once for a case. */
  private async hold({ id, userId }: Verification, reason: string, { userId: staffId, ip }: Caller): Promise<void> {
    const after = { hold: id, amount: 'all', reason };
    await this.ledger.commit({
      idempotencyKey: systemRequest('sanction.hold', id),
      blocks: { account: userId, block: { id, amountKobo: undefined, untilMs: undefined } },
      inserts: [this.audit.toRow({ staffId, action: 'control_user_hold', subject: `user:${userId}`, after, ip })],
      response: null,
    });
  }

  /** Also the case of a second account: with a device, a proved phone, or the evidence of the caller's. */
  private async isOwn({ userId, evidence }: Verification, callerId: string): Promise<boolean> {
    if (userId === callerId || (await this.logins.shareDevice(callerId, [userId]))) return true;
    const [account, own] = await Promise.all([this.accounts.find(userId), this.accounts.find(callerId)]);
    if (own && account && own.phoneNumber !== '' && own.phoneNumber === account.phoneNumber) return true;
    const { items } = await this.store.list({ by: 'user', value: callerId }, { before: undefined, size: MOST_SHOWN });
    const person = evidence.found ?? evidence.given;
    return items.some(({ evidence: { found, given } }) => {
      const mine = found ?? given;
      return mine.birth === person.birth && agreementOf(mine, person).isSame;
    });
  }

  /** Undefined where it was decided meanwhile. */
  private async apply(
    found: Verification,
    account: Account,
    { isAccepted }: Decision,
    { userId: decidedBy }: Caller,
  ): Promise<VerificationStatus | undefined> {
    if (found.type === 'sanction') throw new Error('two decide such a case');
    const status = isAccepted ? 'verified' : 'rejected';
    const number = await this.store.numberOf(found.id);
    // A number that is verified again has its claim already.
    const isHeld = number !== undefined && (await this.store.holderOf(number))?.userId === account.id;
    const claims = isHeld ? undefined : number;
    const change = isAccepted ? ({ status, verifiedAt: this.clock.now(), claims } as const) : ({ status } as const);
    if (!(await this.store.change(found.id, found.status, { ...change, decidedBy }))) return undefined;
    if (found.type === 'name') await this.rename(account, found, isAccepted);
    else if (isAccepted) {
      // The names are those that the authority has, whatever the account is called by now.
      await verify(this.accounts, account, found.type, found.evidence);
      await this.tellUser.verified(account, found.evidence.found);
    } else await this.tellUser.rejected(account);
    return status;
  }

  private async rename(account: Account, { evidence: { given } }: Verification, isAccepted: boolean): Promise<void> {
    if (!isAccepted) return this.tellUser.kept(account);
    await this.accounts.modify(account.id, { firstName: given.firstName, lastName: given.lastName });
    await this.tellUser.renamed(account, given);
  }
}

/** Somebody whose identity is verified gets another name by the word of staff. */
@Injectable()
@Contributes(NameReview)
export class NameChanges extends NameReview {
  constructor(
    private readonly store: VerificationStore,
    private readonly accounts: Accounts,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async take(userId: string, changes: AccountChanges): Promise<AccountChanges> {
    return this.unitOfWork.run(async () => {
      const account = await this.accounts.lock(userId);
      if (!account) return changes;
      const { firstName = account.firstName, lastName = account.lastName, ...others } = changes;
      const isSame = firstName === account.firstName && lastName === account.lastName;
      if (!account.identityVerified || isSame) return changes;
      await this.withdraw(userId);
      await this.store.add(this.caseOf(account, { firstName, lastName }), undefined, { version: '', text: '', ip: '' });
      return others;
    });
  }

  /** The newest name is the one that is asked for. */
  private async withdraw(userId: string): Promise<void> {
    const { items } = await this.store.list({ by: 'user', value: userId }, { before: undefined, size: MOST_SHOWN });
    for (const { id, type, status } of items)
      if (type === 'name' && status === 'review') await this.store.change(id, 'review', { status: 'rejected' });
  }

  private caseOf({ id: userId, firstName, lastName }: Account, given: { firstName: string; lastName: string }): Verification {
    const found = { firstName, lastName, birth: undefined };
    const { score, notes } = agreementOf(given, found);
    return reviewOf(userId, 'name', { given: { ...given, birth: '' }, found, score, notes }, this.clock.now());
  }
}
