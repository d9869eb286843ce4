import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { formatNaira } from '../../../kernel/money.js';
import { SystemLogs } from '../../system-logs/index.js';
import type { AttemptProvider } from './attempt-provider.js';
import { FloatSettings } from './float-settings.js';
import { ProviderFloats } from './provider-floats.js';
import { withTimeout } from './with-timeout.js';

/** Reads our balance with a provider, and tells staff once when it is low, until it is high enough again. */
@Injectable()
export class WatchFloat {
  constructor(
    private readonly floats: ProviderFloats,
    private readonly systemLogs: SystemLogs,
    private readonly settings: FloatSettings,
    private readonly clock: Clock,
  ) {}

  /** @param what fails without it, as `purchases`. @throws Error where the balance cannot be read; the last one is kept */
  async execute(provider: AttemptProvider | undefined, what: string): Promise<void> {
    if (!provider?.balance) return;
    const { name } = provider;
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
      description: `Our balance with ${name} is ${formatNaira(balanceKobo)}, below ${formatNaira(floatAlertKobo)}. Fund it: ${what} fail when it is used up.`,
    });
  }
}
