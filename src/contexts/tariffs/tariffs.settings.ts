import { IsIn, IsInt, Max, Min } from 'class-validator';
import { type Kobo, naira } from '../../kernel/money.js';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { toNumber } from '../../platform/config/variables.js';
import type { TariffSettings, Tariff } from './tariffs.js';
import { defaultTariffs } from './tariffs.store.js';

const CHARGES = ['none', 'nigeria-2026'] as const;
const LIMITS = ['none', 'nigeria-2023', 'nigeria-tiers'] as const;
/** Former name, which this version still takes. */
const FORMER_LIMITS = 'nigeria-tiers';

export class TariffsEnvironment extends RoomSettings implements TariffSettings {
  @Described('Business', {
    meaning:
      '`nigeria-2026` has the charges of the law: stamp duty of 50 Naira on transfers and payouts from 10,000 Naira, and VAT of 7.5 % on fees and surcharges. A payout costs 10, above 5,000 Naira 25, above 50,000 Naira 50',
  })
  @IsIn(CHARGES)
  CHARGES: (typeof CHARGES)[number] = 'none';

  @Described('Business', {
    meaning:
      '`nigeria-2023` limits the spending of a day and the balance. Users may spend nothing before they verify a BVN or a NIN. Then the limits are 50,000 and 300,000 Naira, with both numbers 200,000 and 500,000. With a verified address too they may spend 5,000,000 and hold any balance. In the first 24 hours of an account or a bound device, 20,000 Naira come in and go out in all. `nigeria-tiers` is its former name and will be refused',
  })
  @IsIn(LIMITS)
  LIMITS: (typeof LIMITS)[number] = 'none';

  @Described('Business', {
    meaning:
      'Naira that a device new to an account pays out to banks in 24 hours; with `LIMITS` transfers and purchases count, too',
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
    // Other names have no file, and are reported with the other variables.
    const limits = this.hasFormerLimits ? 'nigeria-2023' : LIMITS.find((name) => name === this.LIMITS);
    const firstDay = limits === 'nigeria-2023' ? 'first-day-2026' : undefined;
    const named: readonly (string | undefined)[] = [CHARGES.find((name) => name === this.CHARGES), limits, firstDay];
    return defaultTariffs(named.filter((name): name is string => name !== undefined && name !== 'none'));
  }
}
