import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { formatNaira } from '../../../kernel/money.js';
import { SystemLogs } from '../../system-logs/index.js';
import { FloatSettings } from './float-settings.js';
import { BillerProviders, ProviderFloats } from './ports.js';
import { withTimeout } from './with-timeout.js';

/** Reads our balance with a provider, and tells staff once when it is low, until it is high enough again. */
@Injectable()
export class WatchFloat {
  constructor(
    private readonly providers: BillerProviders,
    private readonly floats: ProviderFloats,
    private readonly systemLogs: SystemLogs,
    private readonly settings: FloatSettings,
    private readonly clock: Clock,
  ) {}

  /** @throws Error where the balance cannot be read; the last one is kept */
  async execute(name: string): Promise<void> {
    const provider = this.providers.find(name);
    if (!provider?.balance) return;
    const balanceKobo = await withTimeout(provider.capabilities.readTimeoutMs, (signal) => provider.balance!(signal));
    const now = this.clock.now();
    const before = await this.floats.find(name);
    const { floatAlertKobo } = this.settings;
    const lowSince = balanceKobo < floatAlertKobo ? (before?.lowSince ?? now) : undefined;
    await this.floats.keep({ provider: name, balanceKobo, lowSince, readAt: now });
    if (lowSince === undefined) return;
    // Each time, because the key makes it one, and a crash may have come before the first.
    await this.systemLogs.record({
      kind: 'warning',
      key: `provider.float:${name}:${lowSince}`,
      description: `Our balance with ${name} is ${formatNaira(balanceKobo)}, below ${formatNaira(floatAlertKobo)}. Fund it: purchases fail when it is used up.`,
    });
  }
}
