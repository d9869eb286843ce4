import { Injectable } from '@nestjs/common';
import type { Kobo } from '../../../kernel/money.js';
import { Contributions, Registry } from '../../../kernel/registry.js';
import { PROVIDER_KINDS, type ProviderKind } from '../domain/provider-kind.js';

export interface ProviderFigures {
  /** Our balance with it, as last read; undefined where it has none. */
  readonly floatKobo?: Kobo | undefined;
  /** Share in the last 24 hours, from 0 to 1; undefined where nothing ended. */
  readonly successRate: number | undefined;
  /** Over successes of the last 24 hours; undefined without one. */
  readonly medianSeconds: number | undefined;
  readonly undecided: number;
}

/** The providers of one kind, contributed by the context that uses them. */
export abstract class ProviderFigureSource {
  abstract readonly kind: ProviderKind;
  /** In the order of failover. */
  abstract readonly names: readonly string[];
  /** By provider; those of which nothing is known are left out. */
  abstract figures(): Promise<ReadonlyMap<string, ProviderFigures>>;
}

@Injectable()
export class ProviderFigureSources extends Registry<ProviderFigureSource> {
  constructor(contributions: Contributions) {
    super(contributions, ProviderFigureSource, { namesOf: ({ kind }) => [kind], names: PROVIDER_KINDS });
  }

  get all(): readonly ProviderFigureSource[] {
    return this.entries;
  }

  knows(provider: string): boolean {
    return this.entries.some(({ names }) => names.includes(provider));
  }
}
