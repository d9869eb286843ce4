import { IsIn, IsInt, Max, Min } from 'class-validator';
import { type Kobo, naira } from '../../kernel/money.js';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { toNumber } from '../../platform/config/variables.js';
import type { TariffSettings, Tariff } from './tariffs.js';
import { defaultTariffs } from './tariffs.store.js';

const CHARGES = ['none', 'nigeria-2026'] as const;
const LIMITS = ['none', 'nigeria-2023', 'nigeria-tiers'] as const;
/** What it was called before this version, and is still taken for. */
const FORMER_LIMITS = 'nigeria-tiers';

export class TariffsEnvironment extends RoomSettings implements TariffSettings {
  @Described('Business', {
    meaning:
      '`nigeria-2026` charges what the law has: stamp duty of 50 Naira on transfers and payouts from 10,000 Naira, and VAT of 7.5 % on fees and surcharges; a payout costs 10, above 5,000 Naira 25, above 50,000 Naira 50',
  })
  @IsIn(CHARGES)
  CHARGES: (typeof CHARGES)[number] = 'none';

  @Described('Business', {
    meaning:
      '`nigeria-2023` limits what users spend in a day and hold: nothing before they verify a BVN or a NIN, then 50,000 and 300,000 Naira, with both 200,000 and 500,000, with a verified address too 5,000,000 and without end; in the first 24 hours of an account or a bound device 20,000 Naira come in and go out in all; `nigeria-tiers` is its former name and will be refused',
  })
  @IsIn(LIMITS)
  LIMITS: (typeof LIMITS)[number] = 'none';

  @Described('Business', {
    meaning:
      'Naira that a device which signs in to an account for the first time pays out to banks in 24 hours; with `LIMITS` transfers and purchases count, too',
  })
  @toNumber
  @IsInt()
  @Min(1)
  @Max(100_000_000)
  NEW_DEVICE_LIMIT: number = 20_000;

  get newDeviceKobo(): Kobo {
    return naira(this.NEW_DEVICE_LIMIT);
  }

  get tariffs(): Tariff[] {
    return this.read().tariffs;
  }

  get hasFormerLimits(): boolean {
    return this.LIMITS === FORMER_LIMITS;
  }

  override faults(): readonly string[] {
    return this.read().faults;
  }

  private read() {
    // Others have no file, and are told with the other variables.
    const limits = this.hasFormerLimits ? 'nigeria-2023' : LIMITS.find((name) => name === this.LIMITS);
    const firstDay = limits === 'nigeria-2023' ? 'first-day-2026' : undefined;
    const named: readonly (string | undefined)[] = [CHARGES.find((name) => name === this.CHARGES), limits, firstDay];
    return defaultTariffs(named.filter((name): name is string => name !== undefined && name !== 'none'));
  }
}
