import {
  Before,
  Choice,
  LongText,
  Optional,
  PersonName,
  RequestType,
  Text,
  NewEmail,
} from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import { FEEDBACK_KEYS } from './contact.presenters.js';
import { CONTACT_STATUSES, type ContactStatus, FEEDBACK_STATUSES, type FeedbackStatus } from './domain/contact.js';

export class CreateContactInput {
  @PersonName() flnm: string;
  @NewEmail() emad: string;
  @Optional() @Text() sbjt?: string;
  @LongText() msge: string;
  @Optional() @Text() dvnm?: string;
  @Text() dvty: string;
  @Text() dsnm: string;
}

export class FetchContactInput {
  @Optional() @Text() rqid?: string;
  @Optional() @Before() page?: number;
}

export class UpdateContactInput {
  @Text({ max: 40 }) qxid: string;
  @Choice(CONTACT_STATUSES) status: ContactStatus;
}

export class CreateFeedbackInput {
  @LongText() mesg: string;
  @Text() dvty: string;
  @Text() dsnm: string;
  @Optional() @Text({ max: 40 }) uxid?: string;
  @Optional() @Text() dvnm?: string;
}

@SortedBy(FEEDBACK_KEYS)
export class FetchFeedbackInput extends ListInput {
  @Optional() @RequestType(FEEDBACK_STATUSES) rqsx?: FeedbackStatus;
}

export class UpdateFeedbackInput {
  @Text() qxid: string;
  @Choice(['approved', 'rejected']) status: 'approved' | 'rejected';
}
