import { Before, Flag, LongText, Optional, Text } from '../../platform/http/input.decorators.js';

export class CreateFaqInput {
  @Text() qstn: string;
  @LongText() answ: string;
  @Optional() @Text() category?: string;
}

export class FetchFaqInput {
  @Optional() @Text() reqv?: string;
  @Optional() @Text() category?: string;
  @Optional() @Before() page?: number;
}

export class RemoveFaqInput {
  @Text() reqv: string;
}

export class FetchRatingsInput {
  @Text() reqv: string;
  @Optional() @Before() page?: number;
}

export class UpdateFaqInput {
  @Text() qxid: string;
  @Optional() @Text() qstn?: string;
  @Optional() @LongText() answ?: string;
  @Optional() @Text() category?: string;
}

export class RateFaqInput {
  @Text() faq_id: string;
  @Flag() helpful: boolean;
  @Optional() @LongText() feedback?: string;
}
