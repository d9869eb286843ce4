import { Before, Choice, Flag, LongText, Optional, Text } from '../../platform/http/input.decorators.js';
import { TUTORIAL_STATUSES, type TutorialStatus } from './domain/tutorial.js';

/** Only http and https, because browsers follow it. */
const Address = () =>
  Text({ max: 1000, pattern: /^https?:\/\/[^\s\p{Cc}"'<>\\]+$/iu, form: 'an address that begins with http:// or https://' });

export class CreateTutorialInput {
  @Text() ttle: string;
  @LongText() cntx: string;
  @Address() vurl: string;
  @Address() purl: string;
}

export class RemoveTutorialInput {
  @Text() reqv: string;
  @Optional() @Flag() permanent?: boolean;
}

export class UpdateTutorialInput {
  @Text() qxid: string;
  @Optional() @Text() ttle?: string;
  @Optional() @LongText() cntx?: string;
  @Optional() @Address() vurl?: string;
  @Optional() @Address() purl?: string;
  @Optional() @Choice(TUTORIAL_STATUSES) status?: TutorialStatus;
}

export class FetchTutorialInput {
  @Optional() @Text() reqv?: string;
  @Optional() @Text() search?: string;
  @Optional() @Before() page?: number;
}
