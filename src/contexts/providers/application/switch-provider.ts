import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { providersFailures } from '../domain/providers.failures.js';
import { ProviderFigureSources } from './provider-figure-sources.js';
import { ProviderSwitches } from './ports.js';

/** Whether new purchases and deposits go to a provider. What it has already is asked about all the same. */
@Injectable()
export class SwitchProvider {
  constructor(
    private readonly sources: ProviderFigureSources,
    private readonly switches: ProviderSwitches,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `providers.unknown_provider` */
  async execute(provider: string, isOn: boolean, reason: string, by: StaffMember): Promise<void> {
    if (!this.sources.knows(provider)) throw new Failure(providersFailures.unknown_provider);
    await this.auditedUnitOfWork.execute(by, 'control_provider_update', async () => {
      const before = (await this.switches.all()).get(provider);
      await this.switches.set(provider, { isOn, reason, changedAt: this.clock.now() });
      return {
        subject: `provider:${provider}`,
        before: { status: (before?.isOn ?? true) ? 'on' : 'off' },
        after: { status: isOn ? 'on' : 'off', reason },
        result: undefined,
      };
    });
  }
}
