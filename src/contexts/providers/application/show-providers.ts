import { Injectable } from '@nestjs/common';
import { ProviderHealth } from '../../../kernel/provider-health.js';
import type { ProviderKind } from '../domain/provider-kind.js';
import { type ProviderState, type ProviderSwitch, stateOf } from '../domain/provider-status.js';
import { type ProviderFigures, ProviderFigureSources } from './provider-figure-sources.js';
import { ProviderSwitches } from './ports.js';

export interface ProviderRecord {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly state: ProviderState;
  readonly since: number | undefined;
  /** Why staff switched it off; empty while it is on. */
  readonly reason: string;
  readonly figures: ProviderFigures;
}

const NO_FIGURES: ProviderFigures = { successRate: undefined, medianSeconds: undefined, undecided: 0 };

@Injectable()
export class ShowProviders {
  constructor(
    private readonly sources: ProviderFigureSources,
    private readonly switches: ProviderSwitches,
    private readonly health: ProviderHealth,
  ) {}

  async execute(): Promise<ProviderRecord[]> {
    const decided = await this.switches.all();
    const ofSources = await Promise.all(
      this.sources.all.map(async (source) => {
        const { kind } = source;
        const known = await source.figures();
        return Promise.all(
          source.names.map(async (name) => ({
            name,
            kind,
            ...stateOf(decided.get(name), await this.health.setAsideSince(name)),
            reason: reasonOf(decided.get(name)),
            figures: known.get(name) ?? NO_FIGURES,
          })),
        );
      }),
    );
    return ofSources.flat();
  }
}

function reasonOf(decided: ProviderSwitch | undefined): string {
  return decided && !decided.isOn ? decided.reason : '';
}
