import { Before, Flag, LongText, Optional, Text } from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import { RATING_KEYS } from './faqs.presenters.js';

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

@SortedBy(RATING_KEYS)
export class FetchRatingsInput extends ListInput {
  @Text() reqv: string;
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
