import type { Kobo } from '../../../../kernel/money.js';

export interface Figures {
  readonly rewardTotalKobo: Kobo;
  readonly rewardPoint: number;
  readonly rewardValueKobo: Kobo;
  readonly tradeVolumeKobo: Kobo;
  readonly tradeCounts: number;
  readonly referralBonusKobo: Kobo;
}

/** Implemented by billing. */
export abstract class UserFiguresSource {
  abstract of(userId: string): Promise<Figures>;
}

/** The source registers at start, because identity cannot import billing. */
export class UserFigures {
  private source: UserFiguresSource | undefined;

  register(source: UserFiguresSource): void {
    this.source = source;
  }

  of(userId: string): Promise<Figures> {
    if (!this.source) throw new Error('no source of user figures is registered');
    return this.source.of(userId);
  }
}
