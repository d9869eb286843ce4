import { IsNumber, Max, Min } from 'class-validator';
import { kobo, type Kobo } from '../../kernel/money.js';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { IsRetention, toNumber } from '../../platform/config/variables.js';

export class PurchasesEnvironment extends RoomSettings {
  @Described('Business', { meaning: 'Naira for a user who invited a new one' })
  @toNumber
  @IsNumber({ maxDecimalPlaces: 2 })
  @Min(0)
  @Max(1_000_000)
  REFERRAL_BONUS: number = 100;

  @Described('Personal data', { meaning: 'answers of providers about purchases' })
  @IsRetention(90)
  RETENTION_PURCHASE_ANSWER_DAYS: number = 730;

  @Described('Personal data', { meaning: 'whole answers of providers about delivered purchases, encrypted' })
  @IsRetention(90)
  RETENTION_RAW_ANSWER_DAYS: number = 400;

  get referralBonusKobo(): Kobo {
    return kobo(Math.round(this.REFERRAL_BONUS * 100));
  }
}
