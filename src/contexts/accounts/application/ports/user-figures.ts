import { Injectable } from '@nestjs/common';
import type { Kobo } from '../../../../kernel/money.js';
import { Contributions, Registry } from '../../../../kernel/registry.js';

export interface Figures {
  readonly rewardTotalKobo: Kobo;
  readonly rewardPoint: number;
  readonly rewardValueKobo: Kobo;
  readonly tradeVolumeKobo: Kobo;
  readonly tradeCounts: number;
  readonly referralBonusKobo: Kobo;
}

/** Contributed by billing. */
export abstract class UserFiguresSource {
  abstract of(userId: string): Promise<Figures>;
}

@Injectable()
export class UserFigures extends Registry<UserFiguresSource> {
  constructor(contributions: Contributions) {
    super(contributions, UserFiguresSource, 'one');
  }

  of(userId: string): Promise<Figures> {
    return this.entry.of(userId);
  }
}
