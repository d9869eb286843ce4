import { Month, RequestType } from '../../platform/http/input.decorators.js';

export type TariffRequest = 'current' | 'history' | 'future' | 'all';

export class TariffFetchInput {
  @RequestType(['current', 'history', 'future', 'all']) rqtp: TariffRequest;
}

export class TaxFetchInput {
  @RequestType(['month']) rqtp: 'month';
  @Month() rqvl: string;
}
