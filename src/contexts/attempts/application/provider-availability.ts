import { Injectable } from '@nestjs/common';
import { ProviderHealth } from '../../../kernel/provider-health.js';
import { ProviderSwitches } from '../../providers/index.js';
import { isBreakdown, type ProviderOutcome } from '../../../kernel/provider-outcome.js';
import type { AttemptProvider } from './attempt-provider.js';

type Provider = Pick<AttemptProvider, 'name'> & {
  readonly capabilities: Pick<AttemptProvider['capabilities'], 'simulatesFaults'>;
};

/** Which providers take new attempts. Whatever happens here, those that were made are asked about. */
@Injectable()
export class ProviderAvailability {
  constructor(
    private readonly health: ProviderHealth,
    private readonly switches: ProviderSwitches,
  ) {}

  /** If true, `submitted`, `unreachable` or `released` must follow, because the attempt may be the one that tries it again. */
  async allows({ name, capabilities }: Provider): Promise<boolean> {
    if (!(await this.switches.isOn(name))) return false;
    return capabilities.simulatesFaults === true || this.health.allows(name);
  }

  /** Without trying it again. */
  async isUsed({ name, capabilities }: Provider): Promise<boolean> {
    if (!(await this.switches.isOn(name))) return false;
    return capabilities.simulatesFaults === true || (await this.health.setAsideSince(name)) === undefined;
  }

  async submitted({ name, capabilities }: Provider, outcome: ProviderOutcome): Promise<void> {
    if (capabilities.simulatesFaults) return;
    if (isBreakdown(outcome)) await this.health.failed(name);
    else if (outcome.status !== 'unknown') await this.health.succeeded(name);
    else await this.health.released(name);
  }

  /** It could not be read before the attempt. That it can be read says nothing of its attempts. */
  async unreachable({ name, capabilities }: Provider): Promise<void> {
    if (!capabilities.simulatesFaults) await this.health.failed(name);
  }

  async released({ name, capabilities }: Provider): Promise<void> {
    if (!capabilities.simulatesFaults) await this.health.released(name);
  }
}
