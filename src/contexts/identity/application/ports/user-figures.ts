import type { Kobo } from '../../../../kernel/money.js';

/** What a user's purchases have added up to. */
export interface Figures {
  /** All that rewards have earned: the worth of the points and the referral bonuses. */
  readonly rewardTotalKobo: Kobo;
  /** Points earned by completed purchases. */
  readonly rewardPoint: number;
  /** What the points are worth. */
  readonly rewardValueKobo: Kobo;
  /** Sum of the completed purchases. */
  readonly tradeVolumeKobo: Kobo;
  /** Number of completed purchases. */
  readonly tradeCounts: number;
  /** Bonuses received for people invited. */
  readonly referralBonusKobo: Kobo;
}

/** The figures of a user's profile; kept by the context that sells. */
export abstract class UserFigures {
  /** Zeros for a user who bought nothing yet. */
  abstract of(userId: string): Promise<Figures>;
}
