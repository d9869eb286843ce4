import { IsIn, IsOptional, IsString } from 'class-validator';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { defaultTariffs } from './adapters/default-tariffs.js';
import type { Tariff } from './domain/tariff.js';

export class TariffsEnvironment extends RoomSettings {
  @Described('Business', {
    meaning: 'fees of transfers by day and amount, in Naira',
    unset: 'transfers cost nothing',
    form: 'JSON on one line',
    example: '[{"from":"2026-01-01","name":"Stamp duty","bands":[{"amount":10000,"fee":50}]}]',
  })
  @IsOptional()
  @IsString()
  TRANSFER_TARIFFS?: string = undefined;

  @Described('Business', {
    meaning:
      '`nigeria-tiers` limits what users spend in a day and hold: 50,000 and 300,000 Naira, with a verified phone number 200,000 and 500,000, with a verified identity too 5,000,000 and without end',
  })
  @IsIn(['none', 'nigeria-tiers'])
  LIMITS: 'none' | 'nigeria-tiers' = 'none';

  get tariffs(): Tariff[] {
    return this.read().tariffs;
  }

  override faults(): readonly string[] {
    return this.read().faults;
  }

  private read() {
    return defaultTariffs({ transferTariffs: this.TRANSFER_TARIFFS, limits: this.LIMITS });
  }
}
