import { Injectable } from '@nestjs/common';
import type { Kobo } from '../../../kernel/money.js';

export interface ProviderFigures {
  /** Our balance with it, as last read; undefined where it has none. */
  readonly floatKobo?: Kobo | undefined;
  /** Of what ended in the last 24 hours, from 0 to 1; undefined where nothing did. */
  readonly successRate: number | undefined;
  /** Of what succeeded in the last 24 hours; undefined where nothing did. */
  readonly medianSeconds: number | undefined;
  readonly undecided: number;
}

/** The providers of one kind. */
export interface ProviderFigureSource {
  readonly kind: 'biller' | 'deposit';
  /** In the order of failover. */
  readonly names: readonly string[];
  /** By provider; those of which nothing is known are left out. */
  figures(): Promise<ReadonlyMap<string, ProviderFigures>>;
}

/** Registered by the contexts that use providers. */
@Injectable()
export class ProviderFigureSources {
  private readonly sources: ProviderFigureSource[] = [];

  register(source: ProviderFigureSource): void {
    this.sources.push(source);
  }

  get all(): readonly ProviderFigureSource[] {
    return this.sources;
  }

  knows(provider: string): boolean {
    return this.sources.some(({ names }) => names.includes(provider));
  }
}
