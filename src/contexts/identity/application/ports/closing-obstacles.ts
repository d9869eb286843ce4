export const CLOSING_OBSTACLES = ['purchase', 'deposit', 'staff'] as const;
/** purchase: one without an outcome. deposit: one that may still be paid. staff: the user is a member. */
export type ClosingObstacle = (typeof CLOSING_OBSTACLES)[number];

/** Implemented by the contexts that know. */
export abstract class ClosingObstacleSource {
  abstract exists(userId: string): Promise<boolean>;
}

/** The sources register at start, because identity cannot import them. */
export class ClosingObstacles {
  private readonly sources = new Map<ClosingObstacle, ClosingObstacleSource>();

  register(obstacle: ClosingObstacle, source: ClosingObstacleSource): void {
    this.sources.set(obstacle, source);
  }

  async first(userId: string): Promise<ClosingObstacle | undefined> {
    for (const obstacle of CLOSING_OBSTACLES) {
      const source = this.sources.get(obstacle);
      if (!source) throw new Error(`no source of the obstacle ${obstacle} is registered`);
      if (await source.exists(userId)) return obstacle;
    }
    return undefined;
  }
}
