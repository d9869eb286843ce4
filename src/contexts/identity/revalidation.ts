import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { lagosDate } from '../../kernel/lagos-time.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { type Account, Accounts } from '../sign-in/index.js';
import { TellUser } from './tell-user.js';
import { type Verification, VerificationStore, verifiedNumber } from './verification.js';

/** From the notice to the end. */
const NOTICE_MS = 30 * DAY_MS;
const PAGE_SIZE = 100;

/** Verifications that are too old: their users are told a month before, and fall back after it. */
@Injectable()
export class Revalidation {
  constructor(
    private readonly store: VerificationStore,
    private readonly accounts: Accounts,
    private readonly tellUser: TellUser,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param days after which a verification ends */
  async execute(days: number): Promise<void> {
    const now = this.clock.now();
    await this.each(now - days * DAY_MS, now - NOTICE_MS, (each, account) => this.end(each, account));
    await this.each(now - days * DAY_MS + NOTICE_MS, 0, (each, account) => this.announce(each, account, days));
  }

  /** @param toldUntil 0: nobody was told yet. @param change takes each out of the list */
  private async each(
    verifiedUntil: number,
    toldUntil: number,
    change: (each: Verification, account: Account) => Promise<void>,
  ): Promise<void> {
    for (;;) {
      const due = await this.store.oldest(verifiedUntil, toldUntil, PAGE_SIZE);
      for (const { id, userId } of due)
        await this.unitOfWork.run(async () => {
          const account = await this.accounts.lock(userId);
          const found = await this.store.find(id);
          if (found?.status !== 'verified') return;
          await (account ? change(found, account) : this.store.change(id, 'verified', { status: 'expired' }));
        });
      if (due.length < PAGE_SIZE) return;
    }
  }

  private async announce(found: Verification, account: Account, days: number): Promise<void> {
    const now = this.clock.now();
    await this.store.change(found.id, 'verified', { toldAt: now });
    if (await this.isRenewed(found)) return;
    const endsOn = lagosDate(Math.max(found.verifiedAt + days * DAY_MS, now + NOTICE_MS));
    await this.tellUser.endsSoon(account, verifiedNumber(found.type)!, endsOn);
  }

  private async end(found: Verification, { id, verifiedNumbers }: Account): Promise<void> {
    await this.store.change(found.id, 'verified', { status: 'expired' });
    if (await this.isRenewed(found)) return;
    const number = verifiedNumber(found.type)!;
    const left = verifiedNumbers.split(' ').filter((each) => each !== '' && each !== number);
    await this.accounts.modify(id, { verifiedNumbers: left.join(' '), identityVerified: left.length > 0 });
    await this.tellUser.ended({ id }, number);
  }

  /** The same number of the user was verified again since. */
  private async isRenewed({ id, userId, type, verifiedAt }: Verification): Promise<boolean> {
    const newest = await this.store.newestVerified(userId, verifiedNumber(type)!);
    return newest !== undefined && newest.id !== id && newest.verifiedAt >= verifiedAt;
  }
}
