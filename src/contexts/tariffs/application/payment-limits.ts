import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { type Kobo, kobo } from '../../../kernel/money.js';
import { type User, Users } from '../../sign-in/index.js';
import { Spending, type SpendingLimit } from '../../../ledger/index.js';
import { balanceLimitReached, limitReached, newDeviceLimit, type PaymentLimit, paymentLimits } from '../domain/payment-limits.js';
import type { LimitTariff, Verification } from '../domain/tariff.js';
import { Tariffs, TariffSettings } from './ports.js';

export interface LimitLeft extends PaymentLimit {
  readonly remainingKobo: Kobo;
}

export interface TierLeft {
  /** Empty where nothing is limited. */
  readonly tier: string;
  readonly limits: readonly LimitLeft[];
}

/** Who pays, and whether with a new device. */
export type LimitedPayer = Pick<Caller, 'userId' | 'newDevice'>;

/** The limits of a user's tier, with what they have spent. */
@Injectable()
export class PaymentLimits {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly users: Users,
    private readonly spending: Spending,
    private readonly settings: TariffSettings,
    private readonly clock: Clock,
  ) {}

  /** Undefined where nothing is limited. */
  async tierOf(userId: string): Promise<LimitTariff | undefined> {
    const book = await this.tariffs.current();
    if (!book.hasLimits) return undefined;
    const user = await this.users.find(userId);
    return user && book.tier(verificationsOf(user), this.clock.now());
  }

  /** For a ledger command. @param now in the periods that are counted */
  async spendingLimit({ userId, newDevice }: LimitedPayer, now: number): Promise<SpendingLimit | undefined> {
    const isNew = newDevice !== undefined && newDevice.until > now;
    const left = await this.read(userId, now, isNew ? [newDeviceLimit(this.settings.newDeviceKobo, newDevice)] : []);
    if (!left) return undefined;
    const periods = left.limits.map((limit) => ({
      ...limit,
      spentKobo: limit.limitKobo - limit.remainingKobo,
      refusal: limitReached(limit),
    }));
    return { account: userId, seq: left.seq, postedAt: left.postedAt, periods };
  }

  async balanceLimit(userId: string) {
    const limitKobo = (await this.tierOf(userId))?.limits.balanceKobo;
    return limitKobo === undefined ? undefined : { account: userId, limitKobo, refusal: balanceLimitReached() };
  }

  async left(userId: string): Promise<TierLeft> {
    const read = await this.read(userId, this.clock.now());
    return { tier: read?.tier ?? (await this.tierOf(userId))?.subject ?? '', limits: read?.limits ?? [] };
  }

  private async read(userId: string, now: number, further: readonly PaymentLimit[] = []) {
    const tier = await this.tierOf(userId);
    const limits = [...(tier ? paymentLimits(tier.limits, now) : []), ...further];
    if (limits.length === 0) return undefined;
    const times = limits.map(({ fromMs }) => Math.min(fromMs, now)).toSorted((a, b) => a - b);
    const { seq, postedAt, sumsKobo } = await this.spending.since(userId, times);
    const remaining = ({ fromMs, limitKobo }: PaymentLimit): Kobo => {
      const index = times.indexOf(fromMs);
      return index === -1 ? limitKobo : kobo(limitKobo - sumsKobo[index]!);
    };
    return { tier: tier?.subject, seq, postedAt, limits: limits.map((limit) => ({ ...limit, remainingKobo: remaining(limit) })) };
  }
}

function verificationsOf({ emailVerified, phoneProved, identityVerified }: User): Set<Verification> {
  const verified: [Verification, boolean][] = [
    ['emailVerify', emailVerified],
    ['phoneVerify', phoneProved],
    ['identVerify', identityVerified],
  ];
  return new Set(verified.filter(([, isVerified]) => isVerified).map(([verification]) => verification));
}
