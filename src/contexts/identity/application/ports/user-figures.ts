import type { Kobo } from '../../../../kernel/money.js';

export interface Figures {
  /** Value of the points plus the referral bonuses. */
  readonly rewardTotalKobo: Kobo;
  /** Points earned by completed purchases. */
  readonly rewardPoint: number;
  /** Value of the points. */
  readonly rewardValueKobo: Kobo;
  /** Sum of the completed purchases. */
  readonly tradeVolumeKobo: Kobo;
  /** Number of completed purchases. */
  readonly tradeCounts: number;
  /** Bonuses for referred users. */
  readonly referralBonusKobo: Kobo;
}

/** Totals of a user's purchases, provided by the billing context. */
export abstract class UserFigures {
  /** Zeros without purchases. */
  abstract of(userId: string): Promise<Figures>;
}
