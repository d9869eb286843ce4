import { IsNumber, Max, Min } from 'class-validator';
import { kobo, type Kobo } from '../../kernel/money.js';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { IsRetention, toNumber } from '../../platform/config/variables.js';

export class PurchasesEnvironment extends RoomSettings {
  @Described('Business', { meaning: 'Naira for whoever brought a new user' })
  @toNumber
  @IsNumber({ maxDecimalPlaces: 2 })
  @Min(0)
  @Max(1_000_000)
  REFERRAL_BONUS: number = 100;

  @Described('Personal data', { meaning: 'what providers answered of purchases' })
  @IsRetention(90)
  RETENTION_PURCHASE_ANSWER_DAYS: number = 730;

  @Described('Personal data', { meaning: 'whole answers of providers to purchases that were delivered, encrypted' })
  @IsRetention(90)
  RETENTION_RAW_ANSWER_DAYS: number = 400;

  get referralBonusKobo(): Kobo {
    return kobo(Math.round(this.REFERRAL_BONUS * 100));
  }
}
