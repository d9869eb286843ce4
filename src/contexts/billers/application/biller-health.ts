import { Injectable } from '@nestjs/common';
import { ProviderHealth } from '../../../kernel/provider-health.js';
import { ProviderSwitches } from '../../providers/index.js';
import { isBreakdown, type ProviderOutcome } from '../../../kernel/provider-outcome.js';
import type { BillerProvider } from './ports.js';

/** Which providers take new purchases. Whatever happens here, those that were placed are asked about. */
@Injectable()
export class BillerHealth {
  constructor(
    private readonly health: ProviderHealth,
    private readonly switches: ProviderSwitches,
  ) {}

  /** If true, `submitted`, `unreachable` or `released` must follow, because the purchase may be the one that tries it again. */
  async allows({ name, capabilities }: BillerProvider): Promise<boolean> {
    if (!(await this.switches.isOn(name))) return false;
    return capabilities.simulatesFaults === true || this.health.allows(name);
  }

  /** Without trying it again. */
  async isUsed({ name, capabilities }: BillerProvider): Promise<boolean> {
    if (!(await this.switches.isOn(name))) return false;
    return capabilities.simulatesFaults === true || (await this.health.setAsideSince(name)) === undefined;
  }

  async submitted({ name, capabilities }: BillerProvider, outcome: ProviderOutcome): Promise<void> {
    if (capabilities.simulatesFaults) return;
    if (isBreakdown(outcome)) await this.health.failed(name);
    else if (outcome.status !== 'unknown') await this.health.succeeded(name);
    else await this.health.released(name);
  }

  /** It could not be read before the purchase. That it can be read says nothing of its purchases. */
  async unreachable({ name, capabilities }: BillerProvider): Promise<void> {
    if (!capabilities.simulatesFaults) await this.health.failed(name);
  }

  async released({ name, capabilities }: BillerProvider): Promise<void> {
    if (!capabilities.simulatesFaults) await this.health.released(name);
  }
}
