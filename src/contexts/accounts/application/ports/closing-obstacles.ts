import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../../kernel/registry.js';

export const CLOSING_OBSTACLES = ['purchase', 'deposit', 'staff'] as const;
/** purchase: one without an outcome. deposit: one that may still be paid. staff: the user is a member. */
export type ClosingObstacle = (typeof CLOSING_OBSTACLES)[number];

/** Contributed by the contexts that know. */
export abstract class ClosingObstacleSource {
  abstract readonly obstacle: ClosingObstacle;
  abstract exists(userId: string): Promise<boolean>;
}

@Injectable()
export class ClosingObstacles extends Registry<ClosingObstacleSource> {
  constructor(contributions: Contributions) {
    super(contributions, ClosingObstacleSource, { namesOf: ({ obstacle }) => [obstacle], names: CLOSING_OBSTACLES });
  }

  async first(userId: string): Promise<ClosingObstacle | undefined> {
    for (const source of this.entries) if (await source.exists(userId)) return source.obstacle;
    return undefined;
  }
}
