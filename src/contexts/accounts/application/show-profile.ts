import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { type Kobo, ZERO_KOBO } from '../../../kernel/money.js';
import { Wallets } from '../../../ledger/index.js';
import { type Account, isCoolingOff, signInFailures, Accounts, TransactionPins } from '../../sign-in/index.js';
import { type Figures, UserFigures } from './ports.js';

export interface Profile {
  readonly account: Account;
  readonly balanceKobo: Kobo;
  readonly figures: Figures;
  readonly referralCount: number;
  readonly hasPin: boolean;
  /** 0 where payments are possible. */
  readonly coolingOffUntil: number;
}

@Injectable()
export class ShowProfile {
  constructor(
    private readonly accounts: Accounts,
    private readonly wallets: Wallets,
    private readonly figures: UserFigures,
    private readonly pins: TransactionPins,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `sign_in.user_not_found` */
  async execute(userId: string): Promise<Profile> {
    const [account, balanceKobo, figures, referralCount, pin] = await Promise.all([
      this.accounts.find(userId),
      this.wallets.balanceOf(userId),
      this.figures.of(userId),
      this.accounts.countReferred(userId),
      this.pins.find(userId),
    ]);
    if (!account) throw new Failure(signInFailures.user_not_found);
    return {
      account,
      balanceKobo: balanceKobo ?? ZERO_KOBO,
      figures,
      referralCount,
      hasPin: pin !== undefined && !pin.isEnded,
      coolingOffUntil: isCoolingOff(account, this.clock.now()) ? account.coolingOffUntil : 0,
    };
  }
}
