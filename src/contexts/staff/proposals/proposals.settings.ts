import { IsNumber, Max, Min } from 'class-validator';
import { kobo, type Kobo } from '../../../kernel/money.js';
import { Described, RoomSettings } from '../../../platform/config/room-settings.js';
import { toNumber } from '../../../platform/config/variables.js';

export class ProposalsEnvironment extends RoomSettings {
  @Described('Staff', {
    meaning:
      'Naira that may be approved in a day (Lagos) for one proposer, and between two members who approve for each other; above it a third member approves too',
  })
  @toNumber
  @IsNumber({ maxDecimalPlaces: 2 })
  @Min(0)
  @Max(1_000_000_000)
  APPROVAL_DAILY_TOTAL: number = 5_000_000;

  get approvalDailyTotalKobo(): Kobo {
    return kobo(Math.round(this.APPROVAL_DAILY_TOTAL * 100));
  }
}
